import { z } from 'zod';
import type { Env } from '#sync-server/config/env.ts';
import {
  type AnalysisPipeline,
  manualAnalysis,
  PipelineRefused,
  PipelineUnavailable,
} from './analysis-pipeline.ts';
import { signWebhook } from './standard-webhook.ts';

const TIMEOUT_MS = 20_000;
const MAX_CHARACTERS = 100_000;
/** Answers of 4xx that another attempt may change: timeout, too early, too many requests. */
const PASSING = new Set([408, 425, 429]);

const Answer = z.object({ externalId: z.string().trim().min(1).max(500).nullish() });

/** Read the id that the pipeline gave the run, if its answer has one. */
async function readExternalId(answer: Response): Promise<string | null> {
  const body = await answer.text().catch(() => '');
  if (body.length > MAX_CHARACTERS) return null;
  try {
    return Answer.safeParse(JSON.parse(body)).data?.externalId ?? null;
  } catch {
    return null;
  }
}

/** Send analyses as signed messages to an address of the lab's own. */
const webhookPipeline = ({ url, secret }: { url: string; secret: string }): AnalysisPipeline => ({
  isConnected: true,
  async start(request, now) {
    const body = JSON.stringify({ type: 'analysis.requested', timestamp: now.toISOString(), data: request });
    const { id, timestamp, signature } = signWebhook(secret, { id: request.analysisRunId, at: now, body });
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new PipelineUnavailable('The pipeline cannot be reached.');
    });
    if (answer.ok) return { externalId: await readExternalId(answer) };
    await answer.body?.cancel();
    const problem = `The pipeline answers ${answer.status}.`;
    if (answer.status >= 500 || PASSING.has(answer.status)) throw new PipelineUnavailable(problem);
    throw new PipelineRefused(problem);
  },
});

/** Return the configured pipeline, or analyses by hand. */
export const pipelineOf = ({
  ANALYSIS_URL: url,
  ANALYSIS_SECRET: secret,
}: Pick<Env, 'ANALYSIS_URL' | 'ANALYSIS_SECRET'>): AnalysisPipeline =>
  url && secret ? webhookPipeline({ url, secret }) : manualAnalysis;
