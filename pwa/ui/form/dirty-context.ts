import { createContext } from 'react';

/** Receives from every form whether it has unsaved changes; an app update waits until none has. */
export const DirtyContext = createContext<(form: string, dirty: boolean) => void>(() => undefined);
