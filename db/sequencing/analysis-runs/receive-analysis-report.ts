import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { longText, text } from '#db/values/field-types.ts';
import { analysisRun } from './analysis-run.ts';
import { AnalysisMetrics, FurtherMetrics, failAnalysis, finishAnalysis } from './change-analysis-run.ts';

/** What a pipeline reports about a run when it has ended. */
export const AnalysisReport = z.object({
  status: z.enum(['DONE', 'FAILED']),
  message: longText.nullable().default(null),
  /** `meanCoverage`, `percentAligned`, and any other numbers by name. */
  metrics: z.record(z.string(), z.number().nullable()).default({}),
  /** The id of the run in the pipeline's own system. */
  externalId: text.nullable().default(null),
});
export type AnalysisReport = z.infer<typeof AnalysisReport>;

const LONGEST_REASON = 1_000;
const NO_REASON = 'The pipeline reported a failure without a message. Read its log, then retry the analysis.';

/** Write a number as the figures of an analysis are stored: with at most four decimals. */
const toFigure = (value: number): string => String(Number(value.toFixed(4)));

/** Split the numbers of a pipeline into those with limits and the others; refuse what is no figure. */
function splitMetrics({ metrics }: AnalysisReport) {
  const figures = Object.entries(metrics).flatMap(([name, value]) =>
    value === null ? [] : [[name, toFigure(value)] as const],
  );
  const { meanCoverage = null, percentAligned = null, ...further } = Object.fromEntries(figures);
  const limited = AnalysisMetrics.safeParse({ meanCoverage, percentAligned });
  const furtherParsed = FurtherMetrics.safeParse(further);
  if (limited.success && furtherParsed.success)
    return { metrics: limited.data, furtherMetrics: furtherParsed.data };
  const names = [...(limited.error?.issues ?? []), ...(furtherParsed.error?.issues ?? [])].map(({ path }) =>
    path.join('.'),
  );
  throw refuse(
    'VALIDATION',
    `These metrics are not figures: ${names.join(', ') || 'too many'}. Send at most 50 numbers, each with a name of letters and digits; a coverage from 0, a percentage from 0 to 100.`,
  );
}

/**
 * Record the result that a pipeline reports, by the operations that people use. A message that arrives again changes
 * nothing, and one that reported another run is refused. Returns whether the message is new.
 */
export async function receiveAnalysisReport(
  tx: Transaction,
  context: OperationContext,
  { analysisRunId, messageId, report }: { analysisRunId: string; messageId: string; report: AnalysisReport },
): Promise<boolean> {
  const [earlier] = await tx.find(analysisRun, { resultMessageId: messageId });
  if (earlier?.id === analysisRunId) return false;
  if (earlier)
    throw refuse(
      'MESSAGE_USED',
      'This message reported another run. Send each result with an id of its own.',
    );
  const run = await tx.get(analysisRun, analysisRunId);
  if (!run) throw refuse('NOT_FOUND', MESSAGES.notFound);
  const { status, message, externalId } = report;
  const reason = message?.trim().slice(0, LONGEST_REASON) || null;
  if (status === 'DONE')
    await finishAnalysis.run(tx, { analysisRunId, ...splitMetrics(report), fileIds: [] }, context);
  else await failAnalysis.run(tx, { analysisRunId, reason: reason ?? NO_REASON }, context);
  await tx.patch(analysisRun, run.id, {
    resultMessageId: messageId,
    externalId: externalId ?? run.externalId,
    ...(status === 'DONE' ? { message: reason } : {}),
  });
  return true;
}
