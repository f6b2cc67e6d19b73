const KEY = 'bench-used';

/** Whether the last person on this device worked at the bench, so that its code is wanted at once. */
export const benchExpected = (): boolean => localStorage.getItem(KEY) === 'yes';

/** Remembers for the next start whether this person works at the bench. */
export const expectBench = (works: boolean): void => localStorage.setItem(KEY, works ? 'yes' : 'no');
