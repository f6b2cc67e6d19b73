import { setFieldValue } from './field-memory.ts';

/**
 * Holds back keys that went to no text field and may start a scan: the page does not react to them until
 * their source is known. A person's keys reach the page a moment later, in their order.
 */
export interface PageKeys {
  /** Hold a key back from the page. */
  hold(event: KeyboardEvent, element: Element | null): void;
  /** Deliver the keys of a person to the page. */
  release(): void;
  /** Drop the keys of a scanner. */
  forget(): void;
  /** Check whether this is one of the keys that are delivered late. */
  isLate(event: KeyboardEvent): boolean;
}

const PRESSED_BY_SPACE = 'button, summary, input[type=checkbox], input[type=radio], input[type=submit]';

/** Select the next option with this initial letter, as a browser does on a closed select. */
function chooseByLetter(select: HTMLSelectElement, character: string): void {
  const options = [...select.options];
  const from = select.selectedIndex + 1;
  const next = [...options.slice(from), ...options.slice(0, from)].find(
    (option) => !option.disabled && option.text.trim().toLowerCase().startsWith(character.toLowerCase()),
  );
  if (next && next.index !== select.selectedIndex) setFieldValue(select, next.value);
}

/** Perform the browser's default action of a key, which synthetic keys do not trigger. */
function performBrowserDefault(element: Element, key: string): void {
  if (element instanceof HTMLSelectElement) chooseByLetter(element, key);
  else if (key === ' ' && element instanceof HTMLElement && element.matches(PRESSED_BY_SPACE))
    element.click();
}

const copyOf = (type: 'keydown' | 'keyup', event: KeyboardEvent): KeyboardEvent =>
  new KeyboardEvent(type, {
    key: event.key,
    code: event.code,
    location: event.location,
    keyCode: event.keyCode,
    ctrlKey: event.ctrlKey,
    altKey: event.altKey,
    shiftKey: event.shiftKey,
    metaKey: event.metaKey,
    bubbles: true,
    cancelable: true,
    composed: true,
  });

export function createPageKeys(): PageKeys {
  let heldKeys: { event: KeyboardEvent; element: Element }[] = [];
  const dispatched = new WeakSet<KeyboardEvent>();

  const send = (event: KeyboardEvent, element: Element): boolean => {
    dispatched.add(event);
    return element.dispatchEvent(event);
  };
  return {
    hold: (event, element) => {
      heldKeys.push({ event, element: element ?? document.body });
    },
    release: () => {
      const keys = heldKeys;
      heldKeys = [];
      for (const { event, element } of keys) {
        if (!element.isConnected) continue;
        if (send(copyOf('keydown', event), element)) performBrowserDefault(element, event.key);
        send(copyOf('keyup', event), element);
      }
    },
    forget: () => {
      heldKeys = [];
    },
    isLate: (event) => dispatched.has(event),
  };
}
