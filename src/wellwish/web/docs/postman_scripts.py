"""The scripts that the Postman collection runs before and after each request."""

from typing import Final

# Gets an access token, and a new one a minute before it expires or if the key pair has changed.
BEFORE: Final = """
const get = (name) => pm.variables.get(name);
const stop = (reason) => {
  pm.test("Access token", () => { throw new Error(reason); });
  pm.execution.skipRequest();
};
const owner = `${get("base_url")} ${get("api_key")}`;
const lasts = get("token_owner") === owner && Date.now() < Number(get("token_ends_at")) - 60000;
if (!pm.request.headers.has("x-api-key") && !lasts) {
  if (!get("api_key") || !get("client_secret")) {
    stop("Set the variables api_key and client_secret of the collection or of an environment.");
  }
  const header = { "x-api-key": get("api_key"), "x-client-secret": get("client_secret") };
  const url = `${get("base_url")}/account/api-access/token`;
  pm.sendRequest({ url, method: "POST", header }, (error, response) => {
    if (error) return stop(`No response from ${url}: ${error.message || error}`);
    if (response.code !== 200) return stop(`No access token: ${response.code} ${response.text()}`);
    const token = response.json();
    pm.collectionVariables.set("access_token", token.access_token);
    pm.collectionVariables.set("token_ends_at", Date.now() + token.expires_in * 1000);
    pm.collectionVariables.set("token_owner", owner);
  });
}
"""

# Stores the ID and version of the record, or of the first record in a list, for the next request.
BEHIND: Final = """
const keep = (name, value) => pm.collectionVariables.set(name, value);
if (pm.response.code === 401) keep("token_owner", "");
const isJson = /json/.test(pm.response.headers.get("content-type") || "");
if (pm.response.code < 300 && isJson) {
  const body = pm.response.json();
  const record = body.object === "list" ? body.data[0] : body;
  if (body.api_key && body.client_secret) {
    const scope = pm.environment.has("api_key") ? pm.environment : pm.collectionVariables;
    scope.set("api_key", body.api_key);
    scope.set("client_secret", body.client_secret);
  } else if (record && record.id && !record.dry_run) {
    keep(`${record.object}_id`, record.id);
    for (const [name, value] of Object.entries(record)) {
      if (name !== "id" && value === record.id) keep(name, value);
    }
    if (record.version) keep("version", record.version);
  }
}
"""
