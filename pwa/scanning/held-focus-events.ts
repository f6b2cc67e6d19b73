/**
 * A text field that is left in the midst of a burst would save what stands in it, and nobody knows yet whose letters
 * these are. So the page hears only then that it was left: with a person's letters in it, or without those of a scanner.
 */
export interface HeldFocusEvents {
  /** Keeps from the page that a field was left. */
  hold(event: FocusEvent): void;
  isEmpty(): boolean;
  /** Tells the page; what the fields hold is what they are left with. */
  dispatch(): void;
}

/** Keeps the fields that were left during the burst that is under way. */
export function createHeldFocusEvents(): HeldFocusEvents {
  const heldFields = new Map<Element, EventTarget | null>();
  const dispatched = new WeakSet<Event>();
  return {
    hold: (event) => {
      if (dispatched.has(event) || !(event.target instanceof Element)) return;
      event.stopImmediatePropagation();
      heldFields.set(event.target, event.relatedTarget);
    },
    isEmpty: () => heldFields.size === 0,
    dispatch: () => {
      const fields = [...heldFields];
      heldFields.clear();
      for (const [field, relatedTarget] of fields) {
        if (!field.isConnected || field === document.activeElement) continue;
        const event = new FocusEvent('focusout', { bubbles: true, composed: true, relatedTarget });
        dispatched.add(event);
        field.dispatchEvent(event);
      }
    },
  };
}
