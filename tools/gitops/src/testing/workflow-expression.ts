// SPDX-License-Identifier: Apache-2.0

/** What expressions can name: `github`, `vars`, `steps`, ... */
export type Contexts = Readonly<Record<string, unknown>>;

/** Whether something before has failed, for `success()` and its like. */
export interface StatusSoFar {
  readonly failed: boolean;
  readonly cancelled?: boolean;
}

const token = /\s*('(?:[^']|'')*'|&&|\|\||==|!=|[!()]|[\w-]+(?:\.[\w-]+)*|\d+)/y;

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.trimEnd().length) {
    const [, found] = token.exec(text) ?? [];
    if (found === undefined) throw new Error(`Cannot read the expression "${text}".`);
    tokens.push(found);
  }
  return tokens;
}

function valueAt(path: string, contexts: Contexts): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (outer, key) =>
        typeof outer === 'object' && outer !== null ? (outer as Record<string, unknown>)[key] : '',
      contexts,
    );
}

const isTrue = (value: unknown) => Boolean(value) && value !== 'false';

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** What is missing is the empty text, as GitHub has it. */
const plain = (value: unknown) => value ?? '';

/** Functions, by name; what they are handed does not matter here. */
const functions: Readonly<Record<string, (status: StatusSoFar) => unknown>> = {
  always: () => true,
  success: ({ cancelled, failed }) => !failed && cancelled !== true,
  failure: ({ failed }) => failed,
  cancelled: ({ cancelled }) => cancelled === true,
  hashFiles: () => 'hash',
};

/** Reads an expression from left to right, and has its value at the end. */
class Expression {
  readonly #text: string;
  readonly #tokens: string[];
  readonly #contexts: Contexts;
  readonly #status: StatusSoFar;

  constructor(text: string, contexts: Contexts, status: StatusSoFar) {
    this.#text = text;
    this.#tokens = tokensOf(text);
    this.#contexts = contexts;
    this.#status = status;
  }

  whole(): unknown {
    const value = this.#either();
    if (this.#tokens.length > 0) this.#take('the end');
    return value;
  }

  #take(wanted?: string): string {
    const next = this.#tokens.shift();
    if (next === undefined || (wanted !== undefined && next !== wanted)) {
      throw new Error(`Cannot read the expression "${this.#text}" at "${next ?? 'its end'}".`);
    }
    return next;
  }

  #call(name: string): unknown {
    this.#take('(');
    while (this.#tokens[0] !== ')') this.#take();
    this.#take(')');
    const found = functions[name];
    if (found !== undefined) return found(this.#status);
    throw new Error(`The expression "${this.#text}" calls the unknown ${name}.`);
  }

  #operand(): unknown {
    const next = this.#take();
    if (next === '!') return !isTrue(this.#operand());
    if (next === '(') {
      const inner = this.#either();
      this.#take(')');
      return inner;
    }
    if (next.startsWith("'")) return next.slice(1, -1).replaceAll("''", "'");
    if (this.#tokens[0] === '(') return this.#call(next);
    if (next === 'true' || next === 'false') return next === 'true';
    return plain(valueAt(next, this.#contexts));
  }

  #comparison(): unknown {
    const left = this.#operand();
    if (this.#tokens[0] !== '==' && this.#tokens[0] !== '!=') return left;
    const isEqual = this.#take() === '==';
    return (shown(left) === shown(this.#operand())) === isEqual;
  }

  #both(): unknown {
    let left = this.#comparison();
    while (this.#tokens[0] === '&&') {
      this.#take();
      const right = this.#comparison();
      left = isTrue(left) ? right : left;
    }
    return left;
  }

  #either(): unknown {
    let left = this.#both();
    while (this.#tokens[0] === '||') {
      this.#take();
      const right = this.#both();
      left = isTrue(left) ? left : right;
    }
    return left;
  }
}

/**
 * Evaluates an expression of GitHub's, as far as our workflows use it: names, texts, `!`, `==`,
 * `!=`, `&&`, `||`, parentheses, the functions of status and `hashFiles`.
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/expressions
 */
export function evaluate(text: string, contexts: Contexts, status: StatusSoFar): unknown {
  return new Expression(text, contexts, status).whole();
}

/** A condition: without a function of status, only what comes after success is true. */
export function holds(condition: string, contexts: Contexts, status: StatusSoFar): boolean {
  const inner = condition.replace(/^\s*\$\{\{(.*)\}\}\s*$/s, '$1');
  const isTold = /\b(always|success|failure|cancelled)\(/.test(inner);
  return isTrue(evaluate(isTold ? inner : `success() && (${inner})`, contexts, status));
}

/** A text with its `${{ }}` replaced. */
export function fill(text: string, contexts: Contexts, status: StatusSoFar): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_match, inner: string) =>
    shown(evaluate(inner, contexts, status)),
  );
}
