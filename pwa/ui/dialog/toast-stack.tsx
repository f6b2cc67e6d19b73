import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';

export type ToastTheme = 'light' | 'dark' | 'midnight';

export interface Toast {
  kind: 'success' | 'info' | 'warning' | 'error';
  text: string;
}

export type ShowToast = (message: Toast) => void;

const SHOWN_MS = 4000;
/** Below the header and the breadcrumb of a handheld, which stay free to be pressed. */
const HANDHELD_TOP = '7rem';

// The stack's own time stops while a pointer rests on a message.
const show: ShowToast = ({ kind, text }) => {
  const id = sonner[kind](text, { duration: Number.POSITIVE_INFINITY });
  setTimeout(() => sonner.dismiss(id), SHOWN_MS);
};

/** Close all messages when one of them is pressed. */
function closeOnPress({ target }: MouseEvent): void {
  if (target instanceof Element && target.closest('[data-sonner-toast]')) sonner.dismiss();
}

/** The toasts: top-center, 4 seconds, three at once (specification section 9). */
export function ToastStack({ theme, onReady }: { theme: ToastTheme; onReady(show: ShowToast): () => void }) {
  // A parent's effect runs after the stack has started to listen.
  useEffect(() => onReady(show), [onReady]);
  useEffect(() => {
    document.addEventListener('click', closeOnPress);
    return () => document.removeEventListener('click', closeOnPress);
  }, []);
  return (
    <Sonner
      position="top-center"
      mobileOffset={{ top: HANDHELD_TOP }}
      visibleToasts={3}
      theme={theme === 'light' ? 'light' : 'dark'}
      toastOptions={{
        style: {
          background: 'var(--surface)',
          color: 'var(--ink)',
          borderColor: 'var(--line-strong)',
          fontSize: 'var(--text-base)',
        },
      }}
    />
  );
}
