import { createFieldMemory, isWriting } from './field-memory.ts';
import { createHeldKeys } from './held-keys.ts';
import { type BurstSettings, EMPTY_BURST, endBurstByPause, stepBurst, type TimedKey } from './scan-burst.ts';

const focused = (): Element | null => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
};

const timedKey = (event: KeyboardEvent): TimedKey => ({
  key: event.key,
  at: event.timeStamp,
  ctrl: event.ctrlKey,
  alt: event.altKey,
  meta: event.metaKey,
  repeat: event.repeat,
  inText: isWriting(document.activeElement),
});

/**
 * Listens for hand scanners on the whole page, wherever the focus is. A code is handed on, the field that was focused
 * gets its old value back and the terminator reaches nobody, so a scan neither writes in a note nor submits a form.
 */
export function listenForHandScanner(
  onCode: (raw: string) => void,
  settings: () => BurstSettings,
): () => void {
  const memory = createFieldMemory();
  const held = createHeldKeys();
  let state = EMPTY_BURST;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const scanned = (raw: string): void => {
    held.forget();
    onCode(memory.restore(raw.length) + raw);
  };

  const onPause = (): void => {
    const code = endBurstByPause(state, settings());
    if (code === null) return;
    state = EMPTY_BURST;
    scanned(code);
  };

  const onKey = (event: KeyboardEvent): void => {
    // An input method tells no key here; the focused scan field reads its input events instead.
    if (event.isComposing || event.key === 'Unidentified' || event.keyCode === 229) return;
    const step = stepBurst(state, timedKey(event), settings());
    state = step.state;
    // First of all: what was held and is no scan must stand in its field before that is remembered.
    const isHeld = step.code === null && settings().suffix !== 'none' && held.take(event, focused());
    if (step.began) memory.begin();
    if (step.code === null && (state.text !== '' || state.prefixed)) memory.note(focused());
    if (step.swallow || isHeld) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    clearTimeout(pause);
    if (step.code !== null) scanned(step.code);
    else if (settings().suffix === 'none' && state.text !== '')
      pause = setTimeout(onPause, settings().gapMs * 3);
  };

  document.addEventListener('keydown', onKey, { capture: true });
  return () => {
    clearTimeout(pause);
    held.giveBack();
    document.removeEventListener('keydown', onKey, { capture: true });
  };
}
