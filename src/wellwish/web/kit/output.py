"""Output of template values: HTML is unchanged, and everything else is escaped."""

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame


class Output(CodeGenerator):
    """Escapes a value unless it is ``Markup``.

    ``escape`` copies even ``Markup``, which half of the 340 values of the signing page are (texts and icons).
    """

    def _output_child_pre(
        self,
        node: nodes.Expr,  # noqa: ARG002 - Jinja's interface
        frame: Frame,
        finalize: CodeGenerator._FinalizeInfo,
    ) -> None:
        if not frame.eval_ctx.autoescape or frame.eval_ctx.volatile or finalize.src is not None:
            raise NotImplementedError("all templates escape, and nothing else is done to their values")
        self.write("(shown if type(shown := ")

    def _output_child_post(
        self,
        node: nodes.Expr,  # noqa: ARG002
        frame: Frame,  # noqa: ARG002
        finalize: CodeGenerator._FinalizeInfo,  # noqa: ARG002
    ) -> None:
        self.write(") is Markup else escape(shown))")


class OutputEnvironment(Environment):
    """An environment whose templates write values with ``Output``."""

    code_generator_class = Output
