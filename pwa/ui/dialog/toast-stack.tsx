import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';

export type ToastTheme = 'light' | 'dark' | 'midnight';

export interface Toast {
  kind: 'success' | 'info' | 'warning' | 'error';
  text: string;
}

export type ShowToast = (message: Toast) => void;

const show: ShowToast = ({ kind, text }) => void sonner[kind](text);

/** The toasts: top-center, 4 seconds, three at once (specification section 9). */
export function ToastStack({ theme, onReady }: { theme: ToastTheme; onReady(show: ShowToast): () => void }) {
  // A parent's effect runs after the stack has started to listen.
  useEffect(() => onReady(show), [onReady]);
  return (
    <Sonner
      position="top-center"
      duration={4000}
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
