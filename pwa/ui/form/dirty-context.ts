import { createContext } from 'react';

/** Told by every form whether it holds changes that are not saved; the app waits with an update until none does. */
export const DirtyContext = createContext<(form: string, dirty: boolean) => void>(() => undefined);
