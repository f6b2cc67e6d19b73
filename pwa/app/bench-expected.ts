const KEY = 'bench-used';

/** Whether the last user of this device worked at the bench, so that its code is needed at once. */
export const benchExpected = (): boolean => localStorage.getItem(KEY) === 'yes';

/** Remember for the next start whether this user works at the bench. */
export const expectBench = (works: boolean): void => localStorage.setItem(KEY, works ? 'yes' : 'no');
