import type { Readable } from 'node:stream';

/** What the store needs of a file to create its URL. */
export interface FileAddress {
  id: string;
  key: string;
  /** The only person who can use the URL. */
  userId: string;
}

/** A store of file bytes. URLs are valid for a few minutes, for one person and one file. */
export interface FileStore {
  /** Create a URL that accepts the file by one PUT. */
  putUrl(file: FileAddress, now: Date): string;
  /** Create a URL that returns the file. */
  getUrl(file: FileAddress, now: Date): string;
  /**
   * Move a file from a path on the server's disk into the store; false if the key exists already, whose
   * content then stays as it is.
   */
  keep(key: string, place: string, type: string): Promise<boolean>;
  write(key: string, bytes: Buffer): Promise<void>;
  /** Read the bytes, or a range of them; both ends are inclusive. */
  read(key: string, piece?: { start: number; end: number }): Promise<Readable>;
  /**
   * Create an external URL that returns the file under its name for a minute; null if this server serves it.
   */
  directUrl(key: string, title: string): Promise<string | null>;
  remove(key: string): Promise<void>;
}
