import { describe, expect, it } from "vitest";
import { addressIn } from "../../../../src/evidence/classify/signals.js";

describe("the service an error speaks of", () => {
  it.each([
    ["connect ECONNREFUSED 127.0.0.1:5432", "127.0.0.1:5432"],
    ["connect ECONNREFUSED ::1:27017", "::1:27017"],
    ['connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused', "localhost:5432"],
    ["Error 111 connecting to redis:6379. Connection refused.", "redis:6379"],
    ["HTTPConnectionPool(host='api.example.com', port=80): Max retries exceeded", "api.example.com:80"],
    ["getaddrinfo ENOTFOUND db.internal", "db.internal"],
    ["Can't connect to MySQL server on 'db' (111)", "db"],
    ['could not translate host name "db" to address: Temporary failure in name resolution', "db"],
    ['    return create_engine("postgresql://me:pw@localhost:5433/shop")', "localhost:5433"],
    ["ConnectionRefusedError: [Errno 111] Connection refused", undefined],
    ["shop/price.py:12: ValueError", undefined],
  ])("%s", (text, address) => {
    expect(addressIn(text)).toBe(address);
  });
});
