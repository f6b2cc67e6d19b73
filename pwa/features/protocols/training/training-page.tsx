import { Download, GraduationCap } from 'lucide-react';
import { useState } from 'react';
import { readTraining } from '#db/api/protocols/training.ts';
import type { TrainingMatrix } from '#db/protocols/competences/training-matrix.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { saveFile } from '#pwa/api/save-file.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { type Option, Select } from '#pwa/ui/form/select.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { isShownCell, type Show, type ShownCell, trainingCells, trainingCsv } from './training-cells.ts';
import { TrainingDialog } from './training-dialog.tsx';
import { TrainingTable } from './training-table.tsx';

const VIEWS: readonly Option<Show>[] = [
  { value: 'all', label: 'All' },
  { value: 'expiring', label: 'Expires in 30 days' },
  { value: 'missing', label: 'Missing' },
];

interface TrainingPageProps {
  /** The code of the only procedure that is shown; null for all. */
  code: string | null;
  /** The membership of the only person that is shown; null for everybody. */
  personId: string | null;
  show: Show;
  onSearch(next: { code: string | null; personId: string | null; show: Show }): void;
}

const EMPTY: Record<Show, string> = {
  all: 'Nobody works at the bench yet',
  expiring: 'No training ends in the next 30 days',
  missing: 'Nothing is missing',
};

function Loaded({ matrix, code, personId, show, onSearch }: TrainingPageProps & { matrix: TrainingMatrix }) {
  const [open, setOpen] = useState<ShownCell | null>(null);
  const ofCode = matrix.procedures.filter((procedure) => procedure.code === code);
  const procedures = ofCode.length > 0 ? ofCode : matrix.procedures;
  const all = trainingCells(matrix, procedures);
  const ofPerson = all.filter(({ person }) => person.id === personId);
  const visible = ofPerson.length > 0 ? ofPerson : all;
  const rows = visible.filter(({ cells }) => cells.some((cell) => isShownCell(cell, show)));
  return (
    <Page
      title="Training"
      actions={
        <Button
          icon={Download}
          onClick={() =>
            saveFile(new Blob([trainingCsv(visible)], { type: 'text/csv' }), `training-${matrix.today}.csv`)
          }
        >
          Export CSV
        </Button>
      }
    >
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-full sm:max-w-80">
          <Field label="Procedure" filter>
            {(control) => (
              <Select
                {...control}
                placeholder="All procedures"
                options={matrix.procedures.map((one) => ({
                  value: one.code,
                  label: `${one.name} (${one.code})`,
                }))}
                value={ofCode[0]?.code ?? ''}
                onChange={(next) => onSearch({ code: next === '' ? null : next, personId, show })}
              />
            )}
          </Field>
        </div>
        <div className="w-full sm:max-w-60">
          <Field label="Person" filter>
            {(control) => (
              <Select
                {...control}
                placeholder="Everybody"
                options={matrix.people.map(({ id, name }) => ({ value: id, label: name }))}
                value={ofPerson[0]?.person.id ?? ''}
                onChange={(next) => onSearch({ code, personId: next === '' ? null : next, show })}
              />
            )}
          </Field>
        </div>
        <Segmented
          label="Show"
          options={VIEWS}
          value={show}
          onChange={(next) => onSearch({ code, personId, show: next })}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState icon={GraduationCap} title={EMPTY[show]}>
          People who work at the bench appear here with the procedures in use.
        </EmptyState>
      ) : (
        <TrainingTable rows={rows} procedures={procedures} show={show} onOpen={setOpen} />
      )}
      {open && (
        <TrainingDialog
          cell={open}
          today={matrix.today}
          records={matrix.records.filter(
            (row) => row.userCompanyId === open.person.id && row.procedureCode === open.procedure.code,
          )}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  );
}

/** Who at the bench has read and is trained on which procedure, and until when. */
export function TrainingPage(props: TrainingPageProps) {
  const { data, error, refetch } = useCall(readTraining, {});
  if (data) return <Loaded {...props} matrix={data} />;
  return (
    <Page title="Training">
      {error ? (
        <EmptyState
          icon={GraduationCap}
          title="Training cannot be shown"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {errorText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Loading training" />
      )}
    </Page>
  );
}
