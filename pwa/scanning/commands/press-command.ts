import type { Command } from '#db/values/command-codes.ts';

const SHORT_WAIT_MS = 500;
const BUSY_WAIT_MS = 5000;
const STEP_MS = 25;

const isPressable = (element: HTMLElement): boolean =>
  !element.matches(':disabled, [aria-disabled=true]') && element.closest('[hidden], [inert]') === null;

/** The part of the page that people can press now: the dialog on top, else the page. */
function activeScope(): { root: ParentNode; isDialog: boolean } {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1);
  return dialog ? { root: dialog, isDialog: true } : { root: document, isDialog: false };
}

/**
 * Find what a command presses: what names the command, the first of several; for OK else the only main button, in a
 * dialog that of its footer. Two main buttons are a choice that only the person can make.
 */
function findTarget(command: Command): { target: HTMLElement | null; isBusy: boolean; isDialog: boolean } {
  const { root, isDialog } = activeScope();
  const namedButtons = [...root.querySelectorAll<HTMLElement>(`[data-command~="${command}"]`)];
  const main = [
    ...root.querySelectorAll<HTMLElement>(isDialog ? 'footer [data-main]' : 'main [data-main]'),
  ].filter(isPressable);
  const pressable = namedButtons.filter(isPressable);
  const fallback = command === 'OK' && main.length === 1 ? main[0] : undefined;
  const isBusy = namedButtons.some((element) => element.getAttribute('aria-busy') === 'true');
  return { target: pressable[0] ?? fallback ?? null, isBusy, isDialog };
}

/** What became of a command: pressed, refused by the dialog on top, or not known to the page. */
export type CommandResult = { kind: 'pressed'; name: string } | { kind: 'dialog' } | { kind: 'page' };

const nameOf = (element: HTMLElement): string => {
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : element;
  return element.getAttribute('aria-label') ?? label?.textContent.trim() ?? '';
};

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Press the button of a command. The effect of the scan before may not be rendered yet, so the search is repeated for a
 * moment, and a button that is busy is waited for.
 */
export async function pressCommand(command: Command): Promise<CommandResult> {
  for (let waited = 0; ; waited += STEP_MS) {
    const { target, isBusy, isDialog } = findTarget(command);
    if (target) {
      target.click();
      return { kind: 'pressed', name: nameOf(target) };
    }
    if (waited >= (isBusy ? BUSY_WAIT_MS : SHORT_WAIT_MS)) return { kind: isDialog ? 'dialog' : 'page' };
    await wait(STEP_MS);
  }
}
