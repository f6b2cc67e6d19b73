import type { AnalysisRequest } from '#db/sequencing/analysis-runs/analysis-request.ts';

/** What a pipeline gets: the request, and where it reports the result. */
type PipelineRequest = AnalysisRequest & { resultUrl: string };

/** The port to the system that executes analyses. */
export interface AnalysisPipeline {
  /** False if people start analyses and enter their figures by hand. */
  isConnected: boolean;
  /**
   * Send a run to be started; returns the id that the pipeline gave it. Repeated sending of one run has the same
   * message id. Throws `PipelineRefused` or `PipelineUnavailable`.
   */
  start(request: PipelineRequest, now: Date): Promise<{ externalId: string | null }>;
}

/** The pipeline does not take the run now; it is sent again. */
export class PipelineUnavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PipelineUnavailable';
  }
}

/** The pipeline refuses the run; sending it again does not help. */
export class PipelineRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PipelineRefused';
  }
}

/** The default: people start analyses and enter their figures. */
export const manualAnalysis: AnalysisPipeline = {
  isConnected: false,
  start: () => Promise.reject(new PipelineRefused('Analyses are started by hand. Set ANALYSIS_URL.')),
};
