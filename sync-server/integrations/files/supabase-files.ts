import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createClient } from '@supabase/supabase-js';
import ws from 'ws';
import { type FileStore, localAddresses } from './file-store.ts';

/**
 * Short, because such a URL cannot be revoked when the file is recalled: it only needs to start a download.
 */
const DIRECT_SECONDS = 60;
const KEY = /^([a-z0-9-]{1,40})\/([0-9A-Za-z_-]{1,64})$/;

interface StorageFailure {
  message: string;
  statusCode?: string | undefined;
}
const isTaken = ({ message, statusCode }: StorageFailure): boolean =>
  statusCode === '409' || /already exists|duplicate/i.test(message);
const failed = (action: string, { message }: StorageFailure): Error =>
  new Error(`Supabase Storage did not ${action}: ${message}`);

function pieceOf(key: string): { bucket: string; name: string } {
  const [, bucket, name] = KEY.exec(key) ?? [];
  if (!bucket || !name) throw new Error('A file key is not of the expected form.');
  return { bucket, name };
}

/** Create a client for storage only: no stored session and no live channel. */
function storageOf({ url, serviceKey }: { url: string; serviceKey: string }) {
  const client = createClient(url, serviceKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // Node 20 has no WebSocket, and the client requires one when created; its type is that of browsers.
    realtime: { transport: ws as never },
  });
  return client.storage;
}

/** Store files in Supabase Storage, one private bucket per kind of file; missing buckets are created. */
export function supabaseFiles(access: { url: string; serviceKey: string }, secret: string): FileStore {
  const storage = storageOf(access);
  const known = new Set<string>();
  const bucketOf = async (key: string) => {
    const { bucket, name } = pieceOf(key);
    if (!known.has(bucket)) {
      const { error } = await storage.createBucket(bucket, { public: false });
      if (error && !isTaken(error)) throw failed('make a bucket', error);
      known.add(bucket);
    }
    return { files: storage.from(bucket), name };
  };
  return {
    ...localAddresses(secret),
    keep: async (key, place, type) => {
      const { files, name } = await bucketOf(key);
      const { error } = await files.upload(name, createReadStream(place), {
        contentType: type,
        upsert: false,
        duplex: 'half',
      });
      if (error && isTaken(error)) return false;
      if (error) throw failed('keep a file', error);
      return true;
    },
    write: async (key, bytes) => {
      const { files, name } = await bucketOf(key);
      const { error } = await files.upload(name, bytes, { upsert: true });
      if (error) throw failed('keep a file', error);
    },
    read: async (key, piece) => {
      const { files, name } = await bucketOf(key);
      const { data, error } = await files.createSignedUrl(name, 60);
      if (error) throw failed('give a file', error);
      const headers = piece ? { Range: `bytes=${piece.start}-${piece.end}` } : {};
      const response = await fetch(data.signedUrl, { headers });
      const expectedStatus = piece ? 206 : 200;
      if (response.status !== expectedStatus || !response.body)
        throw new Error(`Supabase Storage did not give a file: it answered ${response.status}`);
      return Readable.fromWeb(response.body);
    },
    directUrl: async (key, title) => {
      const { files, name } = await bucketOf(key);
      const { data, error } = await files.createSignedUrl(name, DIRECT_SECONDS, { download: title });
      if (error) throw failed('give an address', error);
      return data.signedUrl;
    },
    remove: async (key) => {
      const { files, name } = await bucketOf(key);
      const { error } = await files.remove([name]);
      if (error) throw failed('remove a file', error);
    },
  };
}
