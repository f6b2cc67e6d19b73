import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from './dialog/toast.tsx';
import { IconButton } from './icon-button.tsx';

const SHOWN_MS = 2000;

/** Copies a text and announces it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.warning('This browser did not allow copying. Select the text.');
    }
  };
  return (
    <span className="inline-flex">
      <IconButton icon={copied ? Check : Copy} label={label} onClick={() => void copy()} />
      <span aria-live="polite" className="sr-only">
        {copied && 'Copied'}
      </span>
    </span>
  );
}
