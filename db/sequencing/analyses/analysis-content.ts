import { z } from 'zod';
import { codeSchema } from '#db/protocols/versions/version-rules.ts';
import type { S3File } from '#db/records/files/s3-file.ts';
import { SourceSpecies } from '#db/specimens/specimen-material.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';
import { describeField, json, longText, text } from '#db/values/field-types.ts';
import { type Analysis, analysis } from './analysis.ts';

const limit = (label: string, unit: string) =>
  describeField(
    z
      .string()
      .regex(/^\d{1,6}(\.\d{1,3})?$/, 'Enter a number with at most three decimals.')
      .nullable(),
    { label, unit, input: 'decimal' },
  );

/** What the authors of an analysis change; its code stays. */
export const AnalysisSettings = z.strictObject({
  name: describeField(z.string().trim().min(1).max(200), 'Name'),
  description: describeField(longText.nullable(), { label: 'Description', input: 'area' }),
  pipelineUri: describeField(
    z
      .string()
      .trim()
      .max(500)
      .regex(/^(https:\/\/|s3:\/\/|docker:\/\/|git\+https:\/\/)\S+$/),
    {
      label: 'Pipeline',
      hint: 'Its address with the exact version, for example https://github.com/epi2me-labs/wf-human-variation#v2.6.0.',
      message: 'Enter an address that starts with https://, s3://, docker:// or git+https://.',
    },
  ),
  parameters: json,
  referenceGenome: describeField(text.nullable(), 'Reference genome'),
  sourceSpecies: z.array(SourceSpecies).max(20),
  outputs: analysis.schema.shape.outputs.max(20),
  minYieldGb: limit('Minimum yield', 'Gb'),
  minMeanQ: limit('Minimum mean quality', 'Q'),
  minCoverage: limit('Minimum coverage', 'x'),
});
export type AnalysisSettings = z.infer<typeof AnalysisSettings>;

/** The code by which the lab names an analysis in all its versions. */
export const AnalysisCode = codeSchema(
  'Names the analysis in all its versions, for example HUMAN-VARIATION.',
);

/** Return the settings of a version. */
export const settingsOf = (row: AnalysisSettings): AnalysisSettings => ({
  name: row.name,
  description: row.description,
  pipelineUri: row.pipelineUri,
  parameters: row.parameters,
  referenceGenome: row.referenceGenome,
  sourceSpecies: row.sourceSpecies,
  outputs: row.outputs,
  minYieldGb: row.minYieldGb,
  minMeanQ: row.minMeanQ,
  minCoverage: row.minCoverage,
});

/** Compute the hash that the approver signs: the settings, and the content of each validation file. */
export const analysisHash = (row: Analysis, files: readonly S3File[]): Promise<string> =>
  sha256(
    canonicalJson({
      act: 'approve-analysis',
      analysisId: row.id,
      code: row.code,
      analysisVersion: row.analysisVersion,
      research: row.research,
      settings: settingsOf(row),
      validation: files.map((file) => file.sha256 ?? '').sort(),
    }),
  );
