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
  const row = analysisId === null ? undefined : await tx.get(analysis, analysisId);
  if (!row) return undefined;
  const live = await tx.find(analysis, { code: row.code, status: 'LIVE', deleted: false });
  return live.reduce<Analysis | undefined>(
    (newest, one) => (newest && newest.analysisVersion > one.analysisVersion ? newest : one),
    undefined,
  );
}
