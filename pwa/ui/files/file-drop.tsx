import { FileUp } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';

interface FileDropProps {
  /** The name of the place. */
  label: string;
  hint: string;
  /** The name of the hidden input. */
  inputLabel: string;
  accept: string;
  buttonLabel: string;
  onFile(file: File): void;
  /** What became of the file. */
  children?: ReactNode;
}

/** A place for one file that is read at once: dropped, or chosen by its button. */
export function FileDrop({ label, hint, inputLabel, accept, buttonLabel, onFile, children }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File | undefined): void => {
    if (file) onFile(file);
  };
  return (
    <section
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
      className={classNames(
        'flex flex-col items-start gap-3 rounded-lg border border-dashed p-4',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      <p>{hint}</p>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={inputLabel}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button icon={FileUp} onClick={() => input.current?.click()}>
        {buttonLabel}
      </Button>
      {children}
    </section>
  );
}
