import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { type AppUpdate, watchForUpdate } from './app-update.ts';
import { useHasUnsavedChanges } from './dirty.ts';

interface UpdatePromptViewProps {
  onApply(): void;
  onLater(): void;
}

/** The offer of a new version; Later keeps the current one for now. */
export function UpdatePromptView({ onApply, onLater }: UpdatePromptViewProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 border-line border-b bg-accent-soft px-3 py-2 text-accent-ink md:px-6"
    >
      <Download aria-hidden size={20} className="shrink-0" />
      <p className="min-w-0 flex-1 basis-52">
        A new version of Benchside is ready. Work waiting on this device is kept.
      </p>
      <div className="flex gap-2">
        <Button onClick={onLater}>Later</Button>
        <Button variant="primary" onClick={onApply}>
          Update now
        </Button>
      </div>
    </div>
  );
}

/** Offer an update only while nothing on the page is unsaved; never force it. */
export function UpdatePrompt() {
  const [update, setUpdate] = useState<AppUpdate | null>(null);
  const dirty = useHasUnsavedChanges();
  useEffect(() => watchForUpdate(setUpdate), []);
  if (!update || dirty) return null;
  return <UpdatePromptView onApply={() => update.apply()} onLater={() => setUpdate(null)} />;
}
