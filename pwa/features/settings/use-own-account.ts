import { useCallback, useEffect, useState } from 'react';
import { OwnAccount } from '#db/identity/own-account.ts';
import { callApi } from '#pwa/api/client.ts';

/** The own account as the server knows it; `problem` says why it is not there. */
export interface ReadAccount {
  account: OwnAccount | null;
  problem: string | null;
  reload(): void;
}

/** Reads the own account; without a network it says so and can be asked again. */
export function useOwnAccount(): ReadAccount {
  const [account, setAccount] = useState<OwnAccount | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads again
  useEffect(() => {
    const leaving = new AbortController();
    callApi({ path: '/api/auth/account', answer: OwnAccount, signal: leaving.signal }).then(
      (ownAccount) => {
        setAccount(ownAccount);
        setProblem(null);
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
      },
    );
    return () => leaving.abort();
  }, [round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { account, problem, reload };
}
