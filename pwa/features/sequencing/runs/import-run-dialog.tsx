import { FolderOpen, Upload } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { countOf, formatFileSize } from '#pwa/format/numbers.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Progress } from '#pwa/ui/progress.tsx';
import {
  choicesOf,
  choicesOfDrop,
  mayHoldRun,
  type ReadingMessage,
  type RunFileChoice,
  readRunFiles,
} from './read-run-files.ts';
import { RunProposalCard } from './run-proposal-card.tsx';

type Reading = Extract<ReadingMessage, { kind: 'progress' }> | { kind: 'started' };
type Outcome = Exclude<ReadingMessage, { kind: 'progress' }> | { kind: 'nothing' };

/** A drop zone for files and folders, with buttons for both. */
function RunFilePicker({ onChoose }: { onChoose(choices: readonly RunFileChoice[]): void }) {
  const [over, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void choicesOfDrop(event.dataTransfer.items).then(onChoose);
  };
  return (
    <section
      aria-label="Drop a run folder here"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        'flex flex-col items-start gap-3 rounded-lg border border-dashed p-4',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      <p>
        Drop the folder of a run or its zip here, or choose it. Its report, summaries and tables are read on
        this computer; reads and signals stay where they are.
      </p>
      <input
        ref={files}
        type="file"
        multiple
        aria-label="Files of a run"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => onChoose(choicesOf(event.target.files ?? []))}
      />
      <input
        ref={(element) => {
          folder.current = element;
          // React does not know the attribute that makes an input choose a folder.
          element?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        aria-label="Folder of a run"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => onChoose(choicesOf(event.target.files ?? []))}
      />
      <div className="flex flex-wrap gap-2">
        <Button icon={FolderOpen} onClick={() => folder.current?.click()}>
          Choose folder
        </Button>
        <Button icon={Upload} onClick={() => files.current?.click()}>
          Choose files
        </Button>
      </div>
    </section>
  );
}

function ReadingOutcome({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === 'nothing')
    return (
      <Notice
        tone="warning"
        title="There is no file of a run in it. A run has report_*.json or final_summary_*.txt."
      />
    );
  if (outcome.kind === 'failed') return <Notice tone="danger" title={outcome.message} />;
  const { proposals, problems } = outcome;
  const leftOver = [...problems, ...proposals.leftOver];
  return (
    <>
      {proposals.runs.map(({ run, notes }) => (
        <RunProposalCard key={run.minknowRunId} run={run} notes={notes} />
      ))}
      {leftOver.length > 0 && (
        <Notice tone="warning" title={`${countOf(leftOver.length, 'file')} not imported`}>
          <ul className="flex flex-col gap-1">
            {leftOver.map(({ path, reason }) => (
              <li key={path} className="wrap-anywhere">
                <span className="code">{path}</span>: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

/** Reads the files of runs and imports each run into its batch. */
export function ImportRunDialog({ onClose }: { onClose(): void }) {
  const [reading, setReading] = useState<Reading | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [hashesAll, setHashesAll] = useState(false);
  const cancel = useRef<(() => void) | null>(null);
  useEffect(() => () => cancel.current?.(), []);
  const choose = (choices: readonly RunFileChoice[]): void => {
    setOutcome(null);
    if (!choices.some(mayHoldRun)) {
      setOutcome({ kind: 'nothing' });
      return;
    }
    setReading({ kind: 'started' });
    cancel.current = readRunFiles({ choices, hashesAll }, (message) => {
      if (message.kind === 'progress') {
        setReading(message);
        return;
      }
      setReading(null);
      setOutcome(
        message.kind === 'done' &&
          message.proposals.runs.length + message.proposals.leftOver.length + message.problems.length === 0
          ? { kind: 'nothing' }
          : message,
      );
    });
  };
  const stop = (): void => {
    cancel.current?.();
    setReading(null);
  };
  return (
    <Dialog
      open
      size="wide"
      title="Import runs"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-4">
        {reading === null && (
          <>
            <RunFilePicker onChoose={choose} />
            <Checkbox
              label="Compare reads and signals with their hashes too (takes hours for a whole run)"
              value={hashesAll}
              onChange={setHashesAll}
            />
          </>
        )}
        {reading?.kind === 'started' && (
          <Progress label="Opening the files" done={0} total={null} onCancel={stop} />
        )}
        {reading?.kind === 'progress' && (
          <Progress
            label={reading.path}
            done={reading.done}
            total={reading.total}
            format={formatFileSize}
            onCancel={stop}
          />
        )}
        {outcome && <ReadingOutcome outcome={outcome} />}
      </div>
    </Dialog>
  );
}
