/**
 * Version of the wire contract between device and server.
 * 1: first version.
 */
export const PROTOCOL_VERSION = 1;
