import { receiveAnalysisResult } from '#db/api/sequencing/analyses.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { AnalysisReport } from '#db/sequencing/analysis-runs/receive-analysis-report.ts';
import { streamRoute } from '#sync-server/http/api-route.ts';
import { isDeeperThan, readBody } from '#sync-server/http/request-bodies.ts';
import { describeStream } from '#sync-server/http/serve-call.ts';
import { verifyWebhook } from '#sync-server/integrations/analysis/standard-webhook.ts';
import { hasUnstorableText } from '#sync-server/postgres/unstorable-text.ts';
import { receiveReport } from './analysis-runs.ts';

/** A result is a few kilobytes. */
const LIMIT = { limit: 100_000, tooLarge: 'Send less than 100 KB.' };
const MAX_DEPTH = 4;

/** Parse a verified body; throws with the fields that are wrong. */
function parseReport(body: Buffer): AnalysisReport {
  let content: unknown;
  try {
    content = JSON.parse(body.toString('utf8'));
  } catch {
    throw new AppError('BAD_REQUEST', 'Send the body as application/json.');
  }
  const report = isDeeperThan(MAX_DEPTH, content) ? null : AnalysisReport.safeParse(content);
  if (report?.success && !hasUnstorableText(report.data)) return report.data;
  const fields = report?.error?.issues.map(({ path }) => path.join('.')).join(', ');
  throw new AppError(
    'VALIDATION',
    `The result cannot be read${fields ? `: ${fields}` : ''}. Send status DONE or FAILED, message, metrics as numbers, and externalId.`,
  );
}

const { method, path, access, params } = receiveAnalysisResult;

/** `POST /api/lab/analysis/runs/:id/result`: proven by the signature of the pipeline, without a session. */
export const analysisResultRoute = describeStream(
  receiveAnalysisResult,
  streamRoute({
    method,
    path,
    access,
    handler: async ({ services, logger }, request, response) => {
      const body = await readBody(request, LIMIT);
      const { ANALYSIS_SECRET: secret } = services.env;
      const header = (name: string): string => request.get(name) ?? '';
      const headers = {
        id: header('webhook-id'),
        timestamp: header('webhook-timestamp'),
        signature: header('webhook-signature'),
      };
      if (!secret)
        throw new AppError(
          'BAD_REQUEST',
          'This server has no pipeline. Set ANALYSIS_URL and ANALYSIS_SECRET.',
        );
      const messageId = verifyWebhook(secret, headers, body, services.now());
      const run = params.safeParse(request.params);
      if (!run.success) throw new AppError('NOT_FOUND', MESSAGES.notFound);
      const report = parseReport(body);
      const isNew = await receiveReport(services, { analysisRunId: run.data.id, messageId, report });
      logger.info(
        { analysisRunId: run.data.id, status: report.status, isNew },
        'a pipeline reported a result',
      );
      response.json({ received: true });
    },
  }),
);
