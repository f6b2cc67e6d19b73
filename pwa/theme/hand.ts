const KEY = 'benchside.hand';

/** Whether this device is held or worked with the left hand. */
export const isLeftHanded = (): boolean => localStorage.getItem(KEY) === 'left';

/** Lay out the page for the hand of this device: the variant `left-handed` moves what the thumb presses. */
export function applyHand(): void {
  if (isLeftHanded()) document.documentElement.dataset['hand'] = 'left';
  else delete document.documentElement.dataset['hand'];
}

/** Store the hand on this device and lay out the page for it. */
export function saveLeftHanded(isLeft: boolean): void {
  localStorage.setItem(KEY, isLeft ? 'left' : 'right');
  applyHand();
}
