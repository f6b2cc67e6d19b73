import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#pwa/ui/button.tsx';

/** A button to choose a picture from the device; `types` are the accepted file types. */
export function ChoosePicture(props: {
  types: string;
  /** Whether there is a picture already. */
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
          // The reset allows choosing the same file again after a refusal.
          event.target.value = '';
        }}
      />
      <Button icon={ImageUp} busy={props.busy ?? false} onClick={() => chooser.current?.click()}>
        {props.another ? 'Choose another picture' : 'Choose a picture'}
      </Button>
    </>
  );
}
