import { useEffect, useState } from 'react';
import { searchRecords } from '#db/api/records/search.ts';
import { MIN_SEARCH_LENGTH, type SearchHit } from '#db/records/search-hits.ts';
import { call } from '#pwa/api/call.ts';

/** Typing that pauses for so long is searched on the server. */
const PAUSE_MS = 250;

/** What is known of the records that a text finds. */
export interface RecordSearch {
  hits: readonly SearchHit[];
  state: 'idle' | 'searching' | 'done' | 'unreachable';
}

const IDLE: RecordSearch = { hits: [], state: 'idle' };

/** Search the records of the server for a typed text. The hits of the text before stay until the next arrive. */
export function useServerSearch(text: string): RecordSearch {
  const [result, setResult] = useState<RecordSearch & { text: string }>({ ...IDLE, text: '' });
  const isSearched = text.length >= MIN_SEARCH_LENGTH;
  useEffect(() => {
    if (!isSearched) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call(searchRecords, { body: { text } }, { signal: stop.signal }).then(
        ({ hits }) => setResult({ hits, state: 'done', text }),
        () => {
          if (!stop.signal.aborted) setResult({ hits: [], state: 'unreachable', text });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, isSearched]);
  if (!isSearched) return IDLE;
  return result.text === text ? result : { hits: result.hits, state: 'searching' };
}

/** Search the records of this device, where there are any. */
export function useDeviceSearch(
  text: string,
  search: ((text: string) => Promise<readonly SearchHit[]>) | undefined,
): readonly SearchHit[] {
  const [result, setResult] = useState<{ text: string; hits: readonly SearchHit[] }>({ text: '', hits: [] });
  useEffect(() => {
    if (!search || text === '') return;
    let isActive = true;
    search(text).then(
      (hits) => isActive && setResult({ text, hits }),
      () => isActive && setResult({ text, hits: [] }),
    );
    return () => {
      isActive = false;
    };
  }, [text, search]);
  return result.text === text ? result.hits : [];
}
