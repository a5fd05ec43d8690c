// SPDX-License-Identifier: Apache-2.0

/** The part of google-protobuf's reader of a message that is used here. */
export interface MessageReader {
  /** All bytes, those of the outer messages as well. */
  readonly getBuffer: () => Uint8Array;
  /** Where the next byte is read. */
  readonly getCursor: () => number;
  /** Where the tag of the field begins that is being read. */
  readonly getFieldCursor: () => number;
  /** Number of the field that is being read; -1 before the first. */
  readonly getFieldNumber: () => number;
}

/**
 * Returns the bytes of a message that a reader is about to read as the value of a field, or undefined where
 * it is no field's. The reader knows where they end, but tells nobody, so their length is read once more: it
 * stands between the tag of the field and them.
 *
 * @see https://github.com/protocolbuffers/protobuf-javascript/blob/v3.21.4/binary/reader.js `readMessage`
 */
export function restOfMessage(reader: MessageReader): Uint8Array | undefined {
  if (reader.getFieldNumber() < 0) return undefined;
  const bytes = reader.getBuffer();
  const start = reader.getCursor();
  let lengthAt = reader.getFieldCursor();
  while ((bytes[lengthAt] ?? 0) >= 0x80) lengthAt += 1;
  lengthAt += 1;
  let length = 0;
  for (let at = start - 1; at >= lengthAt; at -= 1)
    length = length * 0x80 + ((bytes[at] ?? 0) & 0x7f);
  return bytes.subarray(start, start + length);
}
