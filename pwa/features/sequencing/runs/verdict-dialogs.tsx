import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { changeRun } from '#db/api/sequencing/runs.ts';
import type { RunSample, ShownRun } from '#db/sequencing/runs/shown-run.ts';
import { describeField } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { formatBases } from '#pwa/format/bases.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';

const RUN_VERDICT_CHOICES = {
  PASS: 'Passed: counts for the order, is analyzed',
  PARTIAL: 'Passed in part: counts and is analyzed as chosen',
  FAIL: 'Failed: neither counts nor is analyzed',
} as const;

const RunVerdictForm = z
  .strictObject({
    verdict: describeField(z.enum(['PASS', 'PARTIAL', 'FAIL']), {
      label: 'Verdict',
      choices: RUN_VERDICT_CHOICES,
    }),
    countsForOrder: describeField(z.boolean(), 'The yield counts for the orders'),
    analyse: describeField(z.boolean(), 'The data are analyzed'),
    reason: describeField(z.string().trim().max(1000), { label: 'Reason', input: 'area' }),
  })
  .refine(({ verdict, reason }) => verdict === 'PASS' || reason !== '', {
    path: ['reason'],
    message: 'A reason is required.',
  });
const RunField = fieldOf<typeof RunVerdictForm>();

/** The two effects of a verdict, which a person chooses for a run that passed in part. */
function PartialFields() {
  const verdict = useWatch<z.input<typeof RunVerdictForm>, 'verdict'>({ name: 'verdict' });
  if (verdict !== 'PARTIAL') return null;
  return (
    <>
      <RunField name="countsForOrder" />
      <RunField name="analyse" />
    </>
  );
}

/** Asks for the verdict on a run and says what follows from it. */
export function JudgeRunDialog({ shown: { run, samples }, onClose }: { shown: ShownRun; onClose(): void }) {
  const judge = useCallMutation(changeRun);
  return (
    <FormDialog
      title="Verdict on the run"
      submitLabel="Give verdict"
      schema={RunVerdictForm}
      defaults={{
        verdict: run.qcVerdict === 'PENDING' ? 'PASS' : run.qcVerdict,
        countsForOrder: run.countsForOrder || run.qcVerdict === 'FAIL',
        analyse: run.analyse || run.qcVerdict === 'FAIL',
        reason: run.verdictReason ?? '',
      }}
      onSubmit={async ({ verdict, countsForOrder, analyse, reason }) => {
        const isPartial = verdict === 'PARTIAL';
        await judge.mutateAsync({
          body: {
            operation: 'judge-run',
            args: {
              batchResultId: run.id,
              verdict,
              countsForOrder: isPartial ? countsForOrder : verdict === 'PASS',
              analyse: isPartial ? analyse : verdict === 'PASS',
              reason: reason === '' ? null : reason,
            },
          },
        });
        toast.success('Verdict given');
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        {`The run gave ${formatBases(run.basesPass)} for ${countOf(samples.length, 'sample')}. A failed run leaves the sum of each sample; what was released stays released.`}
      </p>
      <RunField name="verdict" />
      <PartialFields />
      <RunField name="reason" />
    </FormDialog>
  );
}

const SampleVerdictForm = z.strictObject({
  verdict: describeField(z.enum(['PASS', 'FAIL', 'RULE']), {
    label: 'Verdict',
    choices: {
      PASS: 'Passed, also below the target',
      FAIL: 'Failed',
      RULE: 'By rule: passed as soon as the sum reaches the target',
    },
  }),
  reason: describeField(Reason, { label: 'Reason', input: 'area' }),
});
const SampleField = fieldOf<typeof SampleVerdictForm>();

/** Asks for the verdict on what a run gave for a sample. */
export function JudgeSampleDialog({ sample, onClose }: { sample: RunSample; onClose(): void }) {
  const judge = useCallMutation(changeRun);
  const { result, sampleBarcode, targetBases } = sample;
  const target = targetBases === null ? '' : ` of ${formatBases(targetBases)}`;
  return (
    <FormDialog
      title={`Verdict on ${sampleBarcode}`}
      submitLabel="Give verdict"
      schema={SampleVerdictForm}
      defaults={{ verdict: 'RULE', reason: '' }}
      onSubmit={async ({ verdict, reason }) => {
        await judge.mutateAsync({
          body: {
            operation: 'judge-sample-result',
            args: { sampleResultId: result.id, verdict: verdict === 'RULE' ? null : verdict, reason },
          },
        });
        toast.success('Verdict given');
        onClose();
      }}
      onClose={onClose}
    >
      <p>{`The runs that count gave ${formatBases(result.cumulativeBases)}${target}.`}</p>
      <SampleField name="verdict" />
      <SampleField name="reason" />
    </FormDialog>
  );
}
