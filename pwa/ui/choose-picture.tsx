import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from './button.tsx';

/** A button that lets somebody choose a picture from their device; `types` are what the file may be. */
export function ChoosePicture(props: {
  types: string;
  /** Is there one already? */
  another: boolean;
  busy?: boolean;
  onChosen(file: File): void;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept={props.types}
        aria-label="Picture file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) props.onChosen(file);
          // The same file may be chosen again after it was refused.
          event.target.value = '';
        }}
      />
      <Button icon={ImageUp} busy={props.busy ?? false} onClick={() => chooser.current?.click()}>
        {props.another ? 'Choose another picture' : 'Choose a picture'}
      </Button>
    </>
  );
}
