import { setFieldValue } from './field-memory.ts';

/**
 * Keys that went to no text field and may be the beginning of a scan: nothing on the page reacts to them until it is
 * clear whose they are. A person's keys reach the page a moment later, in their order.
 */
export interface PageKeys {
  /** Keeps a key from the page. */
  hold(event: KeyboardEvent, element: Element | null): void;
  /** The keys were a person's: the page gets them. */
  release(): void;
  /** The keys were a scanner's: nobody gets them. */
  forget(): void;
  /** Is this one of the keys that the page gets late? */
  isLate(event: KeyboardEvent): boolean;
}

const PRESSED_BY_SPACE = 'button, summary, input[type=checkbox], input[type=radio], input[type=submit]';

/** What a browser does with a letter on a closed list: it takes the next option that begins with it. */
function chooseByLetter(select: HTMLSelectElement, character: string): void {
  const options = [...select.options];
  const from = select.selectedIndex + 1;
  const next = [...options.slice(from), ...options.slice(0, from)].find(
    (option) => !option.disabled && option.text.trim().toLowerCase().startsWith(character.toLowerCase()),
  );
  if (next && next.index !== select.selectedIndex) setFieldValue(select, next.value);
}

/** What a browser does by itself with a key, and not with one that a script sends. */
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
