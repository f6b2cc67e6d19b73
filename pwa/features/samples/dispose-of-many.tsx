import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import type { Sample } from '#db/samples/sample.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import { EndDialog } from './end-dialog.tsx';
import { toScanFeedback } from './to-scan-feedback.ts';

/** Maximum number of samples in one operation. */
const MAX_SAMPLES = 200;

/** Report whether the user may dispose of samples; lists offer row selection only then. */
export const useMayDispose = (): boolean => may(useReplica().actor.role, 'lab/custody:update');

interface DisposeOfManyProps {
  samples: readonly Sample[];
  /** Called after disposal, to clear the selection. */
  onDone(): void;
}

/**
 * Disposes of the selected samples in one operation, with one reason and, for clinical material, one second
 * person.
 */
export function DisposeOfMany({ samples, onDone }: DisposeOfManyProps) {
  const [open, setOpen] = useState(false);
  const count = samples.length;
  const isOverLimit = count > MAX_SAMPLES;
  return (
    <>
      {isOverLimit && (
        <p className="text-ink-soft text-sm">{`Choose at most ${MAX_SAMPLES} samples at a time.`}</p>
      )}
      <Button icon={Trash2} disabled={count === 0 || isOverLimit} onClick={() => setOpen(true)}>
        {count === 0 ? 'Dispose…' : `Dispose of ${count}…`}
      </Button>
      {open && (
        <EndDialog
          kind="DISPOSE"
          samples={samples}
          onClose={() => setOpen(false)}
          onDone={(result, done) => {
            const feedback = toScanFeedback(result, done, '');
            const text = [feedback.title, feedback.detail]
              .filter((part) => typeof part === 'string')
              .join('. ');
            if (feedback.verdict === 'ok') toast.success(text);
            else toast.warning(text);
            onDone();
          }}
        />
      )}
    </>
  );
}
