// A platform that acts for its customers.
import assert from "node:assert/strict";
import { errors } from "wellwish";
import { client, given } from "./given.mjs";

const [birch, ash, platform] = [given("BIRCH"), given("ASH"), given("PLATFORM")];
const wellwish = client();
assert.equal((await wellwish.account.retrieve()).id, platform);
const acting = wellwish.withOptions({ account: birch });
assert.equal((await acting.account.retrieve()).id, birch);
assert.equal((await acting.withOptions({ retries: 0 }).account.retrieve()).id, birch);
assert.equal((await acting.withOptions({ account: ash }).account.retrieve()).id, ash);
assert.equal((await acting.withOptions({ account: null }).account.retrieve()).id, platform);
assert.equal((await client({ account: birch }).account.retrieve()).id, birch);

async function code(call: PromiseLike<unknown>): Promise<string> {
  const error = await Promise.resolve(call).then(
    () => assert.fail("nothing was refused"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof errors.PermissionDenied);
  return error.code;
}

assert.equal(await code(client({ account: "acct_other" }).cards.list()), "customer_not_found");
assert.equal(await code(acting.credentials.rotate()), "platform_required"); // it would rotate the platform's pair
for (const wrong of ["acct x", "acct\n", "acct_é"]) {
  assert.throws(() => client({ account: wrong }), TypeError);
  assert.throws(() => wellwish.withOptions({ account: wrong }), TypeError);
}
