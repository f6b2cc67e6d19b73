import { useCallback, useEffect, useState } from 'react';
import { lazyComponent } from '#pwa/ui/lazy-component.tsx';
import type { ShowToast, Toast, ToastTheme } from './toast-stack.tsx';

// Most pages never show a toast: the code of the stack is loaded with the first.
const ToastStack = lazyComponent(() => import('./toast-stack.tsx').then((loaded) => loaded.ToastStack));

const pendingToasts: Toast[] = [];
let show: ShowToast | null = null;
let wake: (() => void) | null = null;

function pushToast(message: Toast): void {
  if (show) show(message);
  else pendingToasts.push(message);
  wake?.();
}

function ready(showing: ShowToast): () => void {
  show = showing;
  for (const message of pendingToasts.splice(0)) showing(message);
  return () => {
    show = null;
  };
}

const PLAIN_MS = 8000;

/** The messages while the stack cannot be loaded; they matter most when the network is gone. */
function PlainToasts({ texts, onDone }: { texts: readonly string[]; onDone(): void }) {
  useEffect(() => {
    const enough = setTimeout(onDone, PLAIN_MS);
    return () => clearTimeout(enough);
  }, [onDone]);
  return (
    <div role="status" className="panel fixed inset-x-3 top-3 z-50 mx-auto max-w-md p-3">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

/** Short messages at the top of the page. */
export function Toaster({ theme }: { theme: ToastTheme }) {
  const [isStackLoaded, setHere] = useState(ToastStack.isLoaded());
  const [plainTexts, setPlain] = useState<readonly string[]>([]);
  const quiet = useCallback(() => setPlain([]), []);
  useEffect(() => {
    let open = true;
    const fetched = (): void => {
      if (!open) return;
      setHere(true);
      setPlain([]);
    };
    const failed = (): void => {
      if (!open || pendingToasts.length === 0) return;
      setPlain([...new Set(pendingToasts.splice(0).map(({ text }) => text))].slice(-3));
    };
    wake = () => void ToastStack.load().then(fetched, failed);
    if (pendingToasts.length > 0) wake();
    return () => {
      open = false;
      wake = null;
    };
  }, []);
  if (isStackLoaded) return <ToastStack theme={theme} onReady={ready} />;
  return plainTexts.length > 0 ? <PlainToasts texts={plainTexts} onDone={quiet} /> : null;
}

/** Show a short message. A message that must not be missed belongs in the page. */
export const toast = {
  success: (text: string): void => pushToast({ kind: 'success', text }),
  info: (text: string): void => pushToast({ kind: 'info', text }),
  warning: (text: string): void => pushToast({ kind: 'warning', text }),
  error: (text: string): void => pushToast({ kind: 'error', text }),
};
