/**
 * A text field that is left in the midst of a burst would save what stands in it, and nobody knows yet whose letters
 * these are. So the page hears only then that it was left: with a person's letters in it, or without those of a scanner.
 */
export interface LeftFields {
  /** Keeps from the page that a field was left. */
  hold(event: FocusEvent): void;
  isEmpty(): boolean;
  /** Tells the page; what the fields hold is what they are left with. */
  tell(): void;
}

/** Keeps the fields that were left during the burst that is under way. */
export function createLeftFields(): LeftFields {
  const left = new Map<Element, EventTarget | null>();
  const late = new WeakSet<Event>();
  return {
    hold: (event) => {
      if (late.has(event) || !(event.target instanceof Element)) return;
      event.stopImmediatePropagation();
      left.set(event.target, event.relatedTarget);
    },
    isEmpty: () => left.size === 0,
    tell: () => {
      const fields = [...left];
      left.clear();
      for (const [field, relatedTarget] of fields) {
        if (!field.isConnected || field === document.activeElement) continue;
        const event = new FocusEvent('focusout', { bubbles: true, composed: true, relatedTarget });
        late.add(event);
        field.dispatchEvent(event);
      }
    },
  };
}
