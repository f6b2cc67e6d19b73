import { FileText, MessageSquareWarning } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import type { SequencedSample } from '#db/specimens/results/sequenced-sample.ts';
import type { ShownResult, ShownResults } from '#db/specimens/results/shown-results.ts';
import { describeField } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { useFailedSampleAcceptance, useQcReports } from './use-results.ts';

const AcceptForm = z.strictObject({
  comment: describeField(Reason, {
    label: 'Comment for the customer',
    hint: 'The QC report carries it. Say why the results are useful all the same.',
    input: 'area',
  }),
});
const AcceptField = fieldOf<typeof AcceptForm>();

function AcceptDialog({ sample, onClose }: { sample: SequencedSample; onClose(): void }) {
  const accept = useFailedSampleAcceptance();
  return (
    <FormDialog
      title={`Accept failed sample ${sample.barcode}`}
      submitLabel="Accept sample"
      schema={AcceptForm}
      onSubmit={async ({ comment }) => {
        await accept.mutateAsync({
          body: { operation: 'accept-failed-sample', args: { sampleId: sample.sampleId, comment } },
        });
        toast.success('Sample accepted. Create the QC report next.');
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        The sample stays failed. With this comment on the QC report its results can be approved and released.
      </p>
      <AcceptField name="comment" />
    </FormDialog>
  );
}

const MOST_REPORTS = 96;

/** Creates the QC reports of the given specimens, and accepts failed samples with a comment for the report. */
export function QcReportActions({
  results,
  rows,
}: {
  results: Pick<ShownResults, 'orderId'>;
  rows: readonly ShownResult[];
}) {
  const [accepting, setAccepting] = useState<SequencedSample | null>(null);
  const reports = useQcReports();
  const open = rows.filter(
    ({ resultsReleasedAt, sequenced }) => resultsReleasedAt === null && sequenced.length > 0,
  );
  if (open.length === 0 || open.length > MOST_REPORTS) return null;
  const failedSamples = open
    .flatMap(({ sequenced }) => sequenced)
    .filter(({ qcStatus, acceptedAt }) => qcStatus === 'FAIL' && acceptedAt === null);
  const create = async (): Promise<void> => {
    try {
      const specimenIds = open.map(({ id }) => id);
      await reports.mutateAsync({ body: { orderId: results.orderId, specimenIds } });
      toast.success(open.length === 1 ? 'QC report created' : `${open.length} QC reports created`);
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return (
    <>
      {failedSamples.map((sample) => (
        <Button key={sample.sampleId} icon={MessageSquareWarning} onClick={() => setAccepting(sample)}>
          {`Accept failed sample ${sample.barcode}`}
        </Button>
      ))}
      <Button icon={FileText} busy={reports.isPending} onClick={() => void create()}>
        {open.length === 1 ? 'Create QC report' : `Create ${open.length} QC reports`}
      </Button>
      {accepting && <AcceptDialog sample={accepting} onClose={() => setAccepting(null)} />}
    </>
  );
}
