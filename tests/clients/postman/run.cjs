// Runs a Postman collection from standard input with newman. Prints its responses, failures and variables.
const newman = require(`${process.argv[2]}/newman`);
const { VariableScope } = require(`${process.argv[2]}/postman-collection`);

const { collection, folder, variables } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const environment = { values: Object.entries(variables).map(([key, value]) => ({ key, value, enabled: true })) };
const left = {};
const responses = [];
newman
  .run({ collection, environment, ...(folder.length ? { folder } : {}) }, (error, summary) => {
    if (error) throw error;
    const failures = summary.run.failures.map(({ error, source }) => `${source?.name}: ${error.message}`);
    console.log(JSON.stringify({ failures, responses, variables: left }));
  })
  .on("request", (error, { request, response, item }) => {
    const isToken = request.url.path.at(-1) === "token";
    if (response && !isToken) responses.push([item.name, response.code, response.text()]);
  })
  .on("script", (_, { execution }) => {
    Object.assign(left, new VariableScope(execution?.collectionVariables ?? {}).toObject());
  });
