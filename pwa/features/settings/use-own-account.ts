import { useCallback, useEffect, useState } from 'react';
import { OwnAccount } from '#db/identity/own-account.ts';
import { callApi } from '#pwa/api/client.ts';

/** The user's own account from the server; `problem` says why it is missing. */
export interface ReadAccount {
  account: OwnAccount | null;
  problem: string | null;
  reload(): void;
}

/** Loads the user's own account; offline it reports the problem and can be retried. */
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
