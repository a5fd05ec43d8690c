// SPDX-License-Identifier: Apache-2.0

/**
 * Tags of the fields in the messages of `google.protobuf.Struct`: eight times the number of the field, and how
 * its value is written.
 *
 * @see https://github.com/protocolbuffers/protobuf/blob/v21.12/src/google/protobuf/struct.proto
 * @see https://protobuf.dev/programming-guides/encoding/
 */
export const structTags = {
  /** Struct: an entry of `fields`, a map. */
  entry: 0x0a,
  /** An entry: its key. */
  key: 0x0a,
  /** An entry: its value. */
  value: 0x12,
  /** ListValue: one of `values`. */
  item: 0x0a,
  /** Value: each of the six that it can be. */
  null: 0x08,
  number: 0x11,
  string: 0x1a,
  bool: 0x20,
  struct: 0x2a,
  list: 0x32,
} as const;
