import { useEffect, useState } from 'react';
import { loadedLater } from './loaded-later.tsx';
import type { ShowToast, Toast, ToastTheme } from './toast-stack.tsx';

// Most pages never say anything here: what stacks and times the messages comes with the first.
const ToastStack = loadedLater(() => import('./toast-stack.tsx').then((loaded) => loaded.ToastStack));

const unsaid: Toast[] = [];
let show: ShowToast | null = null;
let wake: (() => void) | null = null;

function say(message: Toast): void {
  if (show) show(message);
  else unsaid.push(message);
  wake?.();
}

function ready(showing: ShowToast): () => void {
  show = showing;
  for (const message of unsaid.splice(0)) showing(message);
  return () => {
    show = null;
  };
}

/** Short messages at the top of the page. */
export function Toaster({ theme }: { theme: ToastTheme }) {
  const [wanted, setWanted] = useState(unsaid.length > 0);
  useEffect(() => {
    wake = () => setWanted(true);
    return () => {
      wake = null;
    };
  }, []);
  return wanted ? <ToastStack theme={theme} onReady={ready} /> : null;
}

/** Shows a short message. What must not be missed belongs in the page, not here. */
export const toast = {
  success: (text: string): void => say({ kind: 'success', text }),
  info: (text: string): void => say({ kind: 'info', text }),
  warning: (text: string): void => say({ kind: 'warning', text }),
  error: (text: string): void => say({ kind: 'error', text }),
};
