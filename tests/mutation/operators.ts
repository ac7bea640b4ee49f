import ts from "typescript";

/** A mutation of a program in one place. */
export interface Change {
  /** Offsets of the first replaced character and of the first one after it that stays. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The change in a person's words: `< -> <=`. */
  readonly label: string;
  /** The first line of the changed expression or statement. */
  readonly code: string;
}

/** Operators with the same precedence as their replacements. */
const TOKENS: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "+=": ["-="],
  "-=": ["+="],
};

/** Operators whose replacements have a different precedence: the operands get parentheses. */
const REGROUPED: Readonly<Record<string, string>> = {
  "&&": "||",
  "||": "&&",
  "??": "&&",
  "**": "*",
};

const NAMES: Readonly<Record<string, string>> = {
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  some: "every",
  every: "some",
};

const STEPS: Readonly<Record<string, string>> = { "++": "--", "--": "++" };

const WITH_PARENTS = true;

/**
 * Returns every change of a source, in the order of the text. Types, imports and texts stay as they
 * are: the first two have the compiler, and the wording of a sentence is no promise.
 */
export function changesOf(path: string, text: string): readonly Change[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, WITH_PARENTS);
  const changes: Change[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) {
      return;
    }
    changes.push(...changesAt(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return changes.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

function changesAt(node: ts.Node): readonly Change[] {
  if (ts.isBinaryExpression(node)) return ofBinary(node);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return ofUnary(node);
  if (ts.isNumericLiteral(node)) return ofNumber(node);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [change(node, "false")];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [change(node, "true")];
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) return ofCondition(node);
  if (ts.isPropertyAccessExpression(node)) return ofName(node);
  if (ts.isArrowFunction(node)) return ofValue(node.body);
  if (ts.isReturnStatement(node) && node.expression) return ofValue(node.expression);
  if (ts.isBlock(node)) return ofBlock(node);
  return isRemovable(node) ? [removal(node)] : [];
}

function ofBinary(node: ts.BinaryExpression): readonly Change[] {
  const { left, operatorToken, right } = node;
  const token = operatorToken.getText();
  if (token === "+" && isText(node)) return [];
  const code = firstLine(node);
  const { [token]: regrouped } = REGROUPED;
  if (regrouped !== undefined) {
    const replacement = `((${left.getText()}) ${regrouped} (${right.getText()}))`;
    return [change(node, replacement, `${token} -> ${regrouped}`)];
  }
  return (TOKENS[token] ?? []).map((other) => ({
    ...change(operatorToken, other, `${token} -> ${other}`),
    code,
  }));
}

/** Returns whether a sum joins texts, judged by its literals, because types are not available here. */
function isText(node: ts.Expression): boolean {
  if (ts.isStringLiteral(node) || ts.isTemplateLiteral(node)) return true;
  return ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right));
}

function ofUnary(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): readonly Change[] {
  const operand = node.operand.getText();
  const token = ts.tokenToString(node.operator) ?? "";
  const { [token]: step } = STEPS;
  if (step !== undefined) {
    const replacement = ts.isPrefixUnaryExpression(node) ? step + operand : operand + step;
    return [change(node, replacement, `${token} -> ${step}`)];
  }
  return token === "!" || token === "-" ? [change(node, `(${operand})`, `${token}x -> x`)] : [];
}

function ofNumber(node: ts.NumericLiteral): readonly Change[] {
  const number = Number(node.text);
  const others = number === 0 ? [1] : [number + 1, number - 1];
  return others.map((other) => ({
    ...change(node, String(other), `${node.getText()} -> ${other}`),
    code: firstLine(node.parent),
  }));
}

/** Comparisons and logical conditions have mutations of their own. */
function ofCondition(node: ts.IfStatement | ts.ConditionalExpression): readonly Change[] {
  const condition = ts.isIfStatement(node) ? node.expression : node.condition;
  if (ts.isBinaryExpression(condition) || ts.isPrefixUnaryExpression(condition)) return [];
  return ["true", "false"].map((word) => change(condition, word, `condition -> ${word}`));
}

function ofName({ name, parent }: ts.PropertyAccessExpression): readonly Change[] {
  const { [name.text]: other } = NAMES;
  if (other === undefined || !ts.isCallExpression(parent)) return [];
  return [{ ...change(name, other), code: firstLine(parent) }];
}

/** Mutants of a function's return value. */
function ofValue(node: ts.ConciseBody): readonly Change[] {
  const isPlain = ts.isBlock(node) || ts.isLiteralExpression(node) || isKeyword(node);
  return isPlain ? [] : [change(node, "null", "value -> null")];
}

function ofBlock(node: ts.Block): readonly Change[] {
  const [first, ...others] = node.statements;
  if (first === undefined) return [];
  const isCovered = others.length === 0 && (isRemovable(first) || ts.isReturnStatement(first));
  return isCovered ? [] : [{ ...change(node, "{}", "block -> {}"), code: firstLine(first) }];
}

/** Statements whose removal leaves a valid program. */
function isRemovable(node: ts.Node): boolean {
  if (ts.isExpressionStatement(node)) {
    const { expression } = node;
    const isSuper = ts.isCallExpression(expression) &&
      expression.expression.kind === ts.SyntaxKind.SuperKeyword;
    return !isSuper;
  }
  if (ts.isReturnStatement(node)) return !node.expression || isKeyword(node.expression);
  if (ts.isBreakStatement(node) || ts.isContinueStatement(node)) return true;
  return ts.isThrowStatement(node);
}

function removal(node: ts.Node): Change {
  return change(node, ";", "statement removed");
}

function isKeyword(node: ts.Node): boolean {
  const { NullKeyword, TrueKeyword, FalseKeyword } = ts.SyntaxKind;
  return [NullKeyword, TrueKeyword, FalseKeyword].some((kind) => kind === node.kind);
}

function change(
  node: ts.Node,
  replacement: string,
  label = `${node.getText()} -> ${replacement}`,
): Change {
  const [start, end] = [node.getStart(), node.getEnd()];
  return { start, end, replacement, label, code: firstLine(node) };
}

function firstLine(node: ts.Node): string {
  return node.getText().split("\n", 1)[0] ?? "";
}
