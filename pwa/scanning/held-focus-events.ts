/**
 * A text field that loses focus during a burst would save its text before the source of its letters is known.
 * So the page gets the event later: with a person's letters in the field, or without those of a scanner.
 */
export interface HeldFocusEvents {
  /** Hold back the event of a field that lost focus. */
  hold(event: FocusEvent): void;
  isEmpty(): boolean;
  /** Deliver the held events; the fields then have their final text. */
  dispatch(): void;
}

/** Create the store of fields that lost focus during the current burst. */
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
