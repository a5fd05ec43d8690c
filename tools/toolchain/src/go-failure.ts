// SPDX-License-Identifier: Apache-2.0
import type { GoResult } from './run-go.ts';

/** Facts that the explanation of a failure may mention. */
export interface FailureContext {
  /** Such as `kubernetes 1.35.4`. */
  readonly tool: string;
  /** Value of GOPROXY as Go sees it. */
  readonly proxy: string;
  /** Folders that may be full. */
  readonly folders: readonly string[];
  /** Path of the complete output. */
  readonly log: string;
}

interface KnownFailure {
  readonly pattern: RegExp;
  readonly explain: (context: FailureContext, line: string) => string;
}

/** Hides user names and passwords in URLs. */
const withoutSecrets = (proxy: string) => proxy.replace(/\/\/[^@/]*@/g, '//***@');

/** Failures with a known remedy; the first whose pattern matches Go's output is used. */
const knownFailures: readonly KnownFailure[] = [
  {
    pattern: /no space left on device/,
    explain: ({ folders }) =>
      `the disk is full; free some space in ${folders.join(', ')} and run again`,
  },
  {
    pattern: /checksum mismatch|SECURITY ERROR/,
    explain: (_, line) =>
      `a downloaded module is not the one in go.sum (${line}); run \`go clean -modcache\` and ` +
      'again, and if it stays, do not trust the module proxy in GOPROXY',
  },
  {
    pattern:
      /dial tcp|no such host|connection refused|connection reset|network is unreachable|i\/o timeout|TLS handshake|module lookup disabled|proxyconnect|server misbehaving/,
    explain: ({ proxy }, line) =>
      `no network, or the module proxy (GOPROXY=${withoutSecrets(proxy)}) cannot be reached (${line}); ` +
      'check the connection, HTTPS_PROXY and GOPROXY and run again',
  },
  {
    pattern: /signal: killed|cannot allocate memory|out of memory/,
    explain: () =>
      'the compiler was killed or ran out of memory; close other programs, or set GOMAXPROCS=1, ' +
      'and run again',
  },
];

const lastLines = 12;
const longestLine = 240;

const shorten = (line: string) =>
  line.length > longestLine ? `${line.slice(0, longestLine)}...` : line;

/**
 * Returns one line that says what is wrong and what to do, or the end of Go's output where no known
 * failure matches.
 */
export function explainFailure(result: GoResult, context: FailureContext): string {
  const start = `Building ${context.tool} failed`;
  const end = `Full log: ${context.log}`;
  if (result.isHung) {
    return `${start}: Go said nothing for too long and was stopped; run again. ${end}`;
  }
  const lines = result.stderr.split('\n').filter((line) => line.trim() !== '');
  for (const { pattern, explain } of knownFailures) {
    const line = lines.find((one) => pattern.test(one));
    if (line) return `${start}: ${explain(context, shorten(line.trim()))}. ${end}`;
  }
  const tail = lines.slice(-lastLines).map((line) => `  ${shorten(line)}`);
  return [`${start}; Go's last words:`, ...tail, end].join('\n');
}
