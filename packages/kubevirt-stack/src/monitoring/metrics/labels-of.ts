// SPDX-License-Identifier: Apache-2.0
import { parser } from '@prometheus-io/lezer-promql';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];
type Labels = ReadonlySet<string>;

/** The labels of each metric. */
export type KnownLabels = ReadonlyMap<string, readonly string[]>;

const none: Labels = new Set();
const setOperators = new Set(['And', 'Or', 'Unless']);
/** Functions that make series of their own; all others keep the labels of the series they are given. */
const makers: Readonly<Record<string, Labels | undefined>> = { time: undefined, vector: none };

/**
 * Returns the labels that every series in the result of an expression has, for unit tests; undefined if the
 * result is a number or a text.
 *
 * @throws Error if the expression asks for a label that the series do not have, so that it finds nothing.
 */
export function labelsOf(expression: string, known: KnownLabels): Labels | undefined {
  return new LabelReader(expression, known).read(parser.parse(expression).topNode);
}

class LabelReader {
  private readonly expression: string;
  private readonly known: KnownLabels;

  constructor(expression: string, known: KnownLabels) {
    this.expression = expression;
    this.known = known;
  }

  read(node: SyntaxNode): Labels | undefined {
    switch (node.name) {
      case 'NumberDurationLiteral':
      case 'StringLiteral':
        return undefined;
      case 'VectorSelector':
        return this.readSelector(node);
      case 'AggregateExpr':
        return this.readAggregate(node);
      case 'FunctionCall':
        return this.readCall(node);
      case 'BinaryExpr':
        return this.readBinary(node);
      case 'PromQL':
      case 'ParenExpr':
      case 'OffsetExpr':
      case 'SubqueryExpr':
      case 'MatrixSelector':
        return node.firstChild === null ? undefined : this.read(node.firstChild);
      default:
        throw new Error(`cannot read ${node.name} in: ${this.expression}`);
    }
  }

  private readSelector(node: SyntaxNode): Labels {
    const metric = this.text(node.getChild('Identifier'));
    const found = this.known.get(metric);
    if (found === undefined) throw new Error(`no labels are known of ${metric}`);
    const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
    const asked = matchers.map((matcher) => this.text(matcher.getChild('LabelName')));
    return this.need(metric, asked, new Set(found));
  }

  private readAggregate(node: SyntaxNode): Labels {
    const modifier = node.getChild('AggregateModifier');
    const inner = this.read(this.arguments(node).at(-1) ?? node) ?? none;
    if (modifier === null) return none;
    if (modifier.getChild('By') === null) throw new Error(`cannot read: ${this.text(modifier)}`);
    const [labels] = this.grouped(modifier);
    this.need(this.text(node), labels ?? [], inner);
    return new Set(labels);
  }

  private readCall(node: SyntaxNode): Labels | undefined {
    const name = this.text(node.getChild('FunctionIdentifier'));
    const given = this.arguments(node);
    if (name in makers) return makers[name];
    const labels = given.map((argument) => this.read(argument)).find((one) => one !== undefined);
    if (labels === undefined) throw new Error(`cannot read ${name} in: ${this.expression}`);
    if (name === 'histogram_quantile') {
      this.need(this.text(node), ['le'], labels);
      return new Set([...labels].filter((label) => label !== 'le'));
    }
    if (name !== 'label_replace') return labels;
    const [, target = '', , source = ''] = given.map((one) => this.text(one).replaceAll('"', ''));
    if (source !== '') this.need(this.text(node), [source], labels);
    return new Set([...labels, target]);
  }

  private readBinary(node: SyntaxNode): Labels | undefined {
    const [left, right] = [node.firstChild, node.lastChild].map((side) =>
      side === null ? undefined : this.read(side),
    );
    if (left === undefined || right === undefined) return left ?? right;
    const isSet = [...setOperators].some((name) => node.getChild(name) !== null);
    const modifier = node.getChild('MatchingModifierClause');
    const [on, included = []] = modifier === null ? [] : this.grouped(modifier);
    const where = this.text(node);
    if (on !== undefined) for (const side of [left, right]) this.need(where, on, side);
    if (node.getChild('Or') !== null) return new Set([...left].filter((one) => right.has(one)));
    // Without "on" only series with the same labels belong together.
    if (on === undefined) this.same(where, left, right);
    if (isSet || on === undefined) return left;
    this.need(where, included, right);
    return new Set(modifier?.getChild('GroupLeft') ? [...left, ...included] : on);
  }

  private arguments(node: SyntaxNode): SyntaxNode[] {
    const found: SyntaxNode[] = [];
    let child = node.getChild('FunctionCallBody')?.firstChild ?? null;
    for (; child !== null; child = child.nextSibling) found.push(child);
    return found;
  }

  private grouped(node: SyntaxNode): string[][] {
    return node
      .getChildren('GroupingLabels')
      .map((labels) => labels.getChildren('LabelName').map((label) => this.text(label)));
  }

  private need(where: string, asked: readonly string[], labels: Labels): Labels {
    const missing = asked.filter((label) => !labels.has(label));
    if (missing.length > 0) throw new Error(`no label ${missing.join(', ')}: ${where}`);
    return labels;
  }

  private same(where: string, left: Labels, right: Labels): void {
    const differing = [...left].filter((one) => !right.has(one));
    differing.push(...[...right].filter((one) => !left.has(one)));
    if (differing.length > 0)
      throw new Error(`only one side has ${differing.join(', ')}: ${where}`);
  }

  private text(node: SyntaxNode | null): string {
    return node === null ? '' : this.expression.slice(node.from, node.to);
  }
}
