import type { CDPSession, Page } from '@playwright/test';

const GAP_MS = 8;

type Key = {
  type: 'keyDown' | 'keyUp';
  key: string;
  text?: string;
  code: string;
  windowsVirtualKeyCode: number;
};

const codeOf = (char: string): string => {
  if (/[a-z]/i.test(char)) return `Key${char.toUpperCase()}`;
  if (/\d/.test(char)) return `Digit${char}`;
  return '';
};

const strokes = (char: string): Key[] => {
  const key = char === '\r' ? 'Enter' : char;
  const code = key === 'Enter' ? 'Enter' : codeOf(char);
  const windowsVirtualKeyCode = key === 'Enter' ? 13 : char.toUpperCase().charCodeAt(0);
  return [
    { type: 'keyDown', key, text: char, code, windowsVirtualKeyCode },
    { type: 'keyUp', key, code, windowsVirtualKeyCode },
  ];
};

const sessions = new WeakMap<Page, CDPSession>();

async function sessionOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, known);
  return known;
}

/**
 * Send a code as a hand scanner does: all keys in one burst, 8 ms apart by the keyboard's own clock by
 * default, Enter at the end. The keys are not awaited one by one, because a busy machine would then type like
 * a person. The last key has the current time, so that no following key is earlier.
 */
export async function scan(page: Page, code: string, gapMs = GAP_MS): Promise<void> {
  const session = await sessionOf(page);
  const start = (Date.now() - code.length * gapMs) / 1000;
  const keys = [...code, '\r'].flatMap((char, index) =>
    strokes(char).map((stroke) => ({ ...stroke, timestamp: start + (index * gapMs) / 1000 })),
  );
  await Promise.all(keys.map((key) => session.send('Input.dispatchKeyEvent', key)));
}
