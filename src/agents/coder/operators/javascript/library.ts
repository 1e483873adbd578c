/** Names every script can use without an import. */
export const javascriptBuiltins: readonly string[] =
  "AbortController AbortSignal Array ArrayBuffer BigInt Blob Boolean Buffer DataView Date Error EvalError Event EventTarget FormData Headers Infinity Intl JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Request Response Set String Symbol SyntaxError TextDecoder TextEncoder TypeError URL URLSearchParams Uint8Array WeakMap WeakSet arguments atob btoa clearInterval clearTimeout console decodeURI decodeURIComponent document encodeURI encodeURIComponent eval exports fetch globalThis isFinite isNaN module parseFloat parseInt performance process queueMicrotask require setImmediate setInterval setTimeout structuredClone undefined window __dirname __filename React".split(
    " ",
  );

/** Properties of the built-in values that are used most. */
export const javascriptMembers: readonly string[] =
  "length size prototype constructor push pop shift unshift splice slice concat join reverse sort map filter reduce reduceRight forEach some every find findIndex findLast findLastIndex includes indexOf lastIndexOf flat flatMap fill keys values entries at with toSorted toReversed from isArray of assign freeze fromEntries hasOwn hasOwnProperty toString valueOf toFixed toPrecision charAt charCodeAt codePointAt endsWith startsWith match matchAll normalize padEnd padStart repeat replace replaceAll search split substring substr toLowerCase toUpperCase trim trimEnd trimStart localeCompare get set has delete add clear then catch finally all allSettled race any resolve reject abs ceil floor max min pow random round sqrt trunc sign log exp PI parse stringify isInteger isFinite isNaN parseFloat parseInt now getTime getFullYear getMonth getDate getDay getHours getMinutes getSeconds toISOString exec test source flags index groups message name stack cause apply bind call log error warn info exports".split(
    " ",
  );
