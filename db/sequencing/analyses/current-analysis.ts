import type { Protocol } from '#db/protocols/protocol.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Analysis, analysis } from './analysis.ts';

/**
 * Return the version of a protocol's analysis that is in use: the newest live one. An approved protocol keeps the
 * version that its signature covers, so a newer version is found by the code.
 */
export async function currentAnalysis(
  tx: Transaction,
  { analysisId }: Pick<Protocol, 'analysisId'>,
): Promise<Analysis | undefined> {
  const chosen = analysisId === null ? undefined : await tx.get(analysis, analysisId);
  if (!chosen) return undefined;
  const live = await tx.find(analysis, { code: chosen.code, status: 'LIVE', deleted: false });
  return live.reduce<Analysis | undefined>(
    (newest, row) => (newest && newest.analysisVersion > row.analysisVersion ? newest : row),
    undefined,
  );
}
