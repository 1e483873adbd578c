import type { SyntaxNode } from "../../../ports/syntax-trees.js";
import { argumentsOf } from "../../tamper/literals.js";
import { ancestors, compact, functionName } from "../../tamper/walk.js";
import type { ChangedFile } from "../changed-file.js";
import type { ImportNames } from "../import-names.js";
import { addedSigns, calledName, givenValue, type Hit, type ReviewRule, removedSigns, type Sign, shown } from "../rule.js";

/** Settings that switch a check of somebody's identity or of a page's safety off, by the value that does it. */
const switchedOff: readonly { readonly name: RegExp; readonly value: RegExp }[] = [
  {
    name: /^(?:verify|verify_ssl|ssl_verify|check_hostname|verify_signature|verify_aud|verify_exp|autoescape|strictSSL|rejectUnauthorized|httpOnly|httponly|validateCertificate)$/,
    value: /^(?:False|false|0)$/,
  },
  { name: /^(?:SESSION_COOKIE_SECURE|CSRF_COOKIE_SECURE|SESSION_COOKIE_HTTPONLY|secure)$/, value: /^(?:False|false)$/ },
  { name: /^(?:insecure|ignoreExpiration|ignore_expiration|allowInsecure|insecureSkipVerify|trust_all)$/, value: /^(?:True|true|1)$/ },
  { name: /^(?:cert_reqs|verify_mode)$/, value: /CERT_NONE$/ },
  { name: /^NODE_TLS_REJECT_UNAUTHORIZED$/, value: /^["'`]?0["'`]?$/ },
  { name: /^algorithms?$/, value: /["'`]none["'`]/i },
  { name: /^permission_classes$/, value: /AllowAny/ },
  { name: /^access-control-allow-origin$/i, value: /^["'`]\*["'`]$/ },
  { name: /^(?:cors_)?allow(?:ed)?_origins$/i, value: /["'`]\*["'`]/ },
  { name: /^CORS_(?:ALLOW_ALL_ORIGINS|ORIGIN_ALLOW_ALL)$/, value: /^True$/ },
  { name: /^checkServerIdentity$/, value: /=>\s*(?:undefined|null|\{\s*\}|true)/ },
];

export const verificationDisabled: ReviewRule = { id: "verification-disabled", severity: "advice", find: (file) => addedSigns(file, disabled) };

function disabled(node: SyntaxNode, imports: ImportNames): Sign | undefined {
  const given = givenValue(node);
  if (given !== undefined && switchedOff.some(({ name, value }) => name.test(given.name) && value.test(given.value.text))) {
    return { key: compact(node), row: node.startRow, claim: `The patch switches a check off: ${shown(node)}` };
  }
  if (opensToAll(node)) return { key: compact(node), row: node.startRow, claim: `The patch lets pages of every origin in: ${shown(node)}` };
  const called = calledName(node, imports) ?? (node.type === "decorator" ? compact(node).slice(1) : undefined);
  if (called === undefined || !/(?:^|\.)(?:_create_unverified_context|csrf_exempt|disable_warnings)$/.test(called)) return undefined;
  return { key: called, row: node.startRow, claim: `The patch switches a check off: ${shown(node)}` };
}

/** `res.setHeader("Access-Control-Allow-Origin", "*")`, `cors({ origin: "*" })`. */
function opensToAll(node: SyntaxNode): boolean {
  if (!/^call(?:_expression)?$/.test(node.type)) return false;
  const given = compact(node.child("arguments") ?? node);
  if (/^\((["'`])access-control-allow-origin\1,(["'`])\*\2\)$/i.test(given)) return true;
  return /(?:^|\.)cors$/i.test(node.child("function")?.text ?? "") && /\borigin["'`]?:["'`]\*["'`]/.test(given);
}

const guards =
  /(?:authenticat|authori[sz]|permission|is_?admin|login_?required|require_?(?:auth|role|login|user)|has_?(?:role|perm|access)|can_?access|verify_?(?:token|signature|password|jwt|csrf|hmac)|check_?(?:password|signature|permission|auth|token|csrf)|compare_digest|timingSafeEqual|csrf|saniti[sz]e|escape_?html|html_?escape)/i;

/**
 * Guards that are called, decorate or are asked for in a condition before the patch, and no more after it; that refuse whom they let in
 * before; and that always say yes. Also checks that a path stays inside its folder.
 */
export const guardRemoved: ReviewRule = {
  id: "guard-removed",
  severity: "advice",
  find: (file): Hit[] => [
    ...(file.change.kind === "add" ? [] : [...removedSigns(file, guard), ...removedSigns(file, pathCheck), ...turnedRound(file)]),
    ...addedSigns(file, alwaysYes),
  ],
};

function turnedRound(file: ChangedFile): Hit[] {
  return removedSigns(file, (node) => refusal(node, "without")).length > 0 ? addedSigns(file, (node) => refusal(node, "with")) : [];
}

/** `if not is_admin(u): raise`: who is refused, those with the right or those without it. */
function refusal(node: SyntaxNode, who: "with" | "without"): Sign | undefined {
  const condition = node.type === "if_statement" ? node.child("condition") : undefined;
  if (condition === undefined || !refuses(node)) return undefined;
  const text = compact(condition).replace(/^\((.*)\)$/, "$1");
  const name = /^(?:not|!)?((?:\w+\.)*\w+)/.exec(text.replace(/^(?:await|not)(?=\w)/, ""))?.[1] ?? "";
  const isNegated = /^(?:not\b|!)/.test(condition.text.replace(/^\(\s*/, ""));
  if (!guards.test(name) || isNegated !== (who === "without")) return undefined;
  return { key: name, row: node.startRow, claim: `The patch turns a guard round: ${shown(node)}` };
}

function refuses(branch: SyntaxNode): boolean {
  return /^\{?(?:raise|throw)/.test(compact(branch.child("consequence") ?? branch));
}

/** A path that was made whole and then had to lie inside a folder. */
function pathCheck(node: SyntaxNode): Sign | undefined {
  const condition = node.type === "if_statement" ? node.child("condition") : undefined;
  if (condition === undefined || !refuses(node)) return undefined;
  const looksAtPath = /\b(?:startswith|startsWith|is_relative_to|commonpath|commonprefix|relative|isAbsolute|isabs)\(|["'`]\.\.["'`/]/.test(condition.text);
  const around = [...ancestors(node)].find(({ isFunction }) => isFunction)?.text ?? "";
  if (!looksAtPath || !/\b(?:realpath|abspath|normpath|resolve|normalize)\(|path\.(?:join|relative)\(/.test(around)) return undefined;
  return { key: "path", row: node.startRow, claim: `The patch takes a check of a path away: ${shown(node)}` };
}

function guard(node: SyntaxNode): Sign | undefined {
  const name = guardName(node);
  if (name === undefined || !guards.test(name)) return undefined;
  return { key: name, row: node.startRow, claim: `The patch takes a guard away: ${shown(node)}` };
}

/** The name only, so that a guard with other arguments is still the guard. */
function guardName(node: SyntaxNode): string | undefined {
  if (node.type === "decorator") return compact(node).replace(/\(.*$/, "");
  if (node.type === "identifier" || node.type === "property_identifier") return isUsed(node) ? node.text : undefined;
  return undefined;
}

function isUsed(node: SyntaxNode): boolean {
  const parent = node.parent?.type ?? "";
  return !/import|parameter|function_d|method_d/.test(parent) && node.fieldName !== "name";
}

function alwaysYes(node: SyntaxNode): Sign | undefined {
  if (!node.isFunction) return undefined;
  const name = functionName(node);
  const body = compact(node.child("body") ?? node).replace(/^\{|\}$/g, "");
  const isYes = /^(?:("""|''')[\s\S]*?\1)?return(?:True|true);?$|^[Tt]rue$|(?:^|return).*(?:orTrue|\|\|true);?$/.test(body);
  if (
    !isYes ||
    !/^(?:is|has|can|may|verify|check|validate|authenticat|authori[sz])/i.test(name) ||
    !(guards.test(name) || /token|signature|password|user|valid|allowed/i.test(name))
  )
    return undefined;
  return { key: name, row: node.startRow, claim: `${name} now says yes to everybody` };
}

const brokenHash = /^(?:md[245]|sha-?1|ripemd(?:160)?)$/i;

/** Broken hashes and ciphers, and secrets drawn from a generator that can be foretold. */
export const weakCrypto: ReviewRule = { id: "weak-crypto", severity: "advice", find: (file) => addedSigns(file, weak) };

function weak(node: SyntaxNode, imports: ImportNames): Sign | undefined {
  const name = calledName(node, imports) ?? "";
  const first = argumentsOf(node)[0]?.text.replace(/^["'`]|["'`]$/g, "") ?? "";
  const isBroken =
    (/^hashlib\.(?:md5|sha1)$/.test(name) && !/usedforsecurity\s*=\s*False/.test(node.text)) ||
    (/^(?:hashlib\.new|crypto\.create(?:Hash|Hmac))$/.test(name) && brokenHash.test(first)) ||
    /^crypto\.create(?:Cipher|Decipher)$/.test(name) ||
    (/^crypto\.create(?:Cipher|Decipher)iv$/.test(name) && /ecb|^des|rc4/i.test(first)) ||
    /\b(?:MODE_ECB|ARC4|DES3?)\b\.?/.test(/^(?:Crypto|Cryptodome)\b/.test(name) ? node.text : "");
  if (isBroken) return { key: name, row: node.startRow, claim: `The patch uses weak cryptography: ${shown(node)}` };
  const given = givenValue(node);
  const isSecret = given !== undefined && /token|secret|password|nonce|salt|session|api_?key|otp/i.test(given.name);
  if (!isSecret || !/\bMath\.random\(|\brandom\.(?:random|randint|choices?|getrandbits|sample)\(/.test(given.value.text)) return undefined;
  return { key: given.name, row: node.startRow, claim: `The patch draws a secret from a generator that can be foretold: ${shown(node)}` };
}
