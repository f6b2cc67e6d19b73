/** Move the focus to the next enabled input; it stays on the last one. */
export function focusNextField(form: HTMLElement, from: Element): void {
  const fields = [
    ...form.querySelectorAll<HTMLElement>(
      'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)',
    ),
  ];
  const next = fields[fields.findIndex((field) => field.isSameNode(from)) + 1];
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}
