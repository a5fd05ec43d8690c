// SPDX-License-Identifier: Apache-2.0

/** Number of groups of seven bits that a number below 2^32 has; at least one. */
const groupsOf = (value: number) => Math.max(1, Math.ceil((32 - Math.clz32(value)) / 7));

/**
 * Writes the bytes of a protobuf message from the last to the first: the length of a message stands before
 * its contents, and is known once they are written.
 */
export class BackwardWriter {
  private buffer = Buffer.allocUnsafe(1_024);
  private start = this.buffer.length;

  /** Bytes that have been written. */
  get length(): number {
    return this.buffer.length - this.start;
  }

  /** Returns what has been written. */
  bytes(): Buffer {
    return this.buffer.subarray(this.start);
  }

  byte(value: number): void {
    this.makeRoom(1);
    this.buffer[this.start] = value;
  }

  /** Writes a number below 2^32 in groups of seven bits; all but the last have the eighth bit. */
  private varint(value: number): void {
    const last = groupsOf(value) - 1;
    for (let group = last; group >= 0; group -= 1) {
      const bits = (value >>> (7 * group)) & 0x7f;
      this.byte(group === last ? bits : bits | 0x80);
    }
  }

  /** Writes a number of eight bytes. */
  double(value: number): void {
    this.makeRoom(8);
    this.buffer.writeDoubleLE(value, this.start);
  }

  /** Writes a text in UTF-8, after its length. */
  text(value: string): void {
    const size = Buffer.byteLength(value);
    this.makeRoom(size);
    this.buffer.write(value, this.start, size);
    this.varint(size);
  }

  /** Writes what stands before a message: its tag and its length. `end` is what `length` was before its contents. */
  begin(tag: number, end: number): void {
    this.varint(this.length - end);
    this.byte(tag);
  }

  /** Moves the start to where that many bytes more can be written. */
  private makeRoom(size: number): void {
    if (size > this.start) {
      const { length } = this;
      const larger = Buffer.allocUnsafe(2 * (this.buffer.length + size));
      this.buffer.copy(larger, larger.length - length, this.start);
      this.start = larger.length - length;
      this.buffer = larger;
    }
    this.start -= size;
  }
}
