// The package has no types; these cover what the comparison with PouchDB uses.
declare module 'pouchdb-browser' {
  interface Replication {
    on(event: 'paused' | 'complete', listener: () => void): this;
    on(event: 'error', listener: (error: unknown) => void): this;
    on(event: 'change', listener: (change: { last_seq: number | string }) => void): this;
    cancel(): void;
  }

  export default class PouchDB<T extends object = object> {
    constructor(name: string, options?: { skip_setup?: boolean });
    static replicate<T extends object>(
      source: PouchDB,
      target: PouchDB<T>,
      options: { live: boolean; retry: boolean; batch_size: number; back_off_function(): number },
    ): Replication;
    allDocs(options: { include_docs: boolean }): Promise<{ rows: { id: string; doc?: T }[] }>;
  }
}
