"""Cells that round on the way to a print, run on random numbers: the interval holds the unrounded number.

Each row has a cell and an expression that gives, without any rounding, the numbers which it prints, in that order. A
print whose error is unknown may be left out instead, which is no narrower.
"""

from __future__ import annotations

import ast
import contextlib
import io
import math
from typing import Any

import numpy as np
import pandas as pd
import pytest

from lastdigit.printing.value import PrintedValue
from tests.harness.made_up_notebooks import Output, goldens, printed, result

SETUP = (
    "import numpy as np\nimport pandas as pd\nx = load()\ns = float(x[0])\ndf = pd.DataFrame({'a': x[:3], 'b': x[3:]})"
)
SEEDS = range(4)
pytestmark = pytest.mark.long
SIZES = "np.array([[1e3], [1], [1e-3]])"
"""Factors by which the numbers of a column differ in size."""
NEAR_WHOLE = "pd.DataFrame({'a': np.arange(3) + 45e-7, 'b': np.arange(3) * 1e3 + 45e-7})"
FUNCTIONS = [
    "'{:g}'.format",
    "'{:.4g}'.format",
    "'{:.3e}'.format",
    "'{:.2f}'.format",
    "lambda v: '%.3g' % v",
    "lambda v: f'{v:.1f}'",
    "lambda v: '%.0f' % v",
    "str",
]
"""How a source tells pandas to write numbers."""
CELLS = [
    ("round(s, 2)", "[s]"),
    ("print('m', round(s, 2))", "[s]"),
    ("print(round(s, -1))", "[s]"),
    ("round(s*100, -2)", "[s*100]"),
    ("int(round(s*100, -2))", "[s*100]"),
    ("print('v:', int(round(s*1000, -1)))", "[s*1000]"),
    ("y = float('%.3g' % s)\ny", "[s]"),
    ("y = float('%.2g' % (s*1e4))\nprint('y =', y)", "[s*1e4]"),
    ("y = float(f'{s:.2f}') + 1\ny", "[s+1]"),
    ("y = float('{:.2f}'.format(s)) + 1\nprint(y)", "[s+1]"),
    ("y = float(format(s, '.2f'))\nprint(y)", "[s]"),
    ("y = float('%.2f' % s)\nprint('y', y)", "[s]"),
    ("y = [float('%.2f' % v) for v in x]\nprint(y)", "x"),
    ("y = [float(f'{v:.3g}') for v in x]\nprint(y)", "x"),
    ("np.floor(100*x)/100", "x"),
    ("print(np.floor(s*100)/100)", "[s]"),
    ("int(s*100)/100", "[s]"),
    ("print('cut', int(s*100)/100.0)", "[s]"),
    ("np.trunc(x*1000)/1000", "x"),
    ("import math\nprint(math.floor(s*100)/100)", "[s]"),
    ("import math\nprint(math.ceil(s*100)/100)", "[s]"),
    ("print(x[:3]//0.01*0.01)", "x[:3]"),
    ("np.floor(x.mean())", "[x.mean()]"),
    ("print('floor', np.floor(x.mean()))", "[x.mean()]"),
    ("print('floor', np.ceil(x))", "x"),
    ("import math\nprint('n', math.floor(s))", "[s]"),
    ("df.round(2)", "df"),
    ("df = df.round(2)\ndf.mean()", "df.mean()"),
    ("df.round(2).describe()", "df.describe()"),
    ("df.round(1).mean()", "df.mean()"),
    ("df = df.round(1)\nprint(df.a.mean())", "[df.a.mean()]"),
    ("df['c'] = df['a'].round(2) * 7\ndf", "df.assign(c=df['a']*7)"),
    ("df['c'] = np.round(df['a'], 2)\ndf['d'] = df['c'] / df['b']\ndf", "df.assign(c=df.a, d=df.a/df.b)"),
    ("df['p'] = df['a'].round(1)\nprint(df.p.mean())", "[df.a.mean()]"),
    ("df['p'] = df['a'].round(1)\nprint(df['p'].std())", "[df.a.std()]"),
    (
        "df['k'] = ['u','v','u']\ndf = df.round(1)\ndf.groupby('k').mean()",
        "df.assign(k=['u','v','u']).groupby('k').mean()",
    ),
    ("df = df.round(1)\ndf.agg(['mean', 'std'])", "df.agg(['mean','std'])"),
    ("df = df.round(1)\ndf.corr()", "df.corr()"),
    ("df = df.round(1)\nnp.corrcoef(df.a, df.b)", "np.corrcoef(df.a, df.b)"),
    ("y = np.round(x, 1)\nnp.linalg.norm(y)", "[np.linalg.norm(x)]"),
    ("y = np.round(x, 1)\nprint((y**2).sum())", "[(x**2).sum()]"),
    ("pd.DataFrame({'a': [f'{v:.0f}' for v in x]})", "x"),
    ("pd.DataFrame({'a': ['%d' % v for v in x]})", "x"),
    ("pd.DataFrame({'a': [int(v) for v in x]})", "x"),
    ("pd.DataFrame({'a': [round(v) for v in x]})", "x"),
    ("pd.DataFrame({'a': [f'{v:.2f}' for v in x]})", "x"),
    ("print('pct:', [round(v*100) for v in x])", "x*100"),
    ("print('pct:', [int(v*100) for v in x])", "x*100"),
    ("l = [round(v*100) for v in x]\nprint('pct:', l)", "x*100"),
    ("l = [int(v*100) for v in x]\nprint(l)", "x*100"),
    ("print(f'pct: {[round(v*100) for v in x]}')", "x*100"),
    ("np.set_printoptions(formatter={'float': '{:.3g}'.format})\nprint(x)", "x"),
    ("np.set_printoptions(formatter={'float': '{:0.3f}'.format})\nprint(x)", "x"),
    ("np.set_printoptions(formatter={'float': lambda v: '%.2f' % v})\nprint(x)", "x"),
    ("np.set_printoptions(formatter={'float_kind': '{:.0f}'.format})\nprint(x*100)", "x*100"),
    ("print(round(s*1e-9, 9))", "[s*1e-9]"),
    ("y = round(s*1e-7, 9)\ny", "[s*1e-7]"),
    ("y = np.float32(1)*x.astype(np.float32)\nprint(np.round(y, 3)*100)", "x.astype(np.float32)*100"),
    ("y = x.astype('float32')\nnp.round(y, 2)", "x.astype('float32')"),
    ("print(df.to_string(float_format='%.2f'))", "df"),
    ("print(df.to_string(float_format=lambda v: f'{v:.1f}'))", "df"),
    ("print(df.to_string(float_format='{:.2f}'.format))", "df"),
    ("df['a'] = df['a'].map('{:.3f}'.format)\ndf", "df"),
    ("df.a.map('{:.3f}'.format)", "df.a"),
    ("df.a.apply(lambda v: f'{v:.1f}')", "df.a"),
    ("df.apply(lambda c: c.round(2))", "df"),
    ("for v in x:\n    print(f'{v:6.0f}')", "x"),
    ("print('name   value')\nprint('------------')\nfor v in x:\n    print('a', f'{v:6.0f}')", "x"),
    ("print('-'*20)\nfor v in x:\n    print('%6d' % v)", "x"),
    ("for i, v in enumerate(x):\n    print('item %s: %.2f' % (i, v))", "x"),
    ("print(str(s)[:5])", "[s]"),
    ("print(f'{s:.3e}')", "[s]"),
    ("print(f'{s:.2%}')", "[s*100]"),
    ("print(f'{100*s:.1f}%')", "[s*100]"),
    ("print(np.array2string(x, precision=2))", "x"),
    ("print(np.array2string(x, formatter={'float_kind': lambda v: '%.2f' % v}))", "x"),
    ("with np.printoptions(precision=3, suppress=True):\n    print(x)", "x"),
    ("pd.options.display.float_format = '{:.2f}'.format\ndf", "df"),
    ("pd.set_option('display.precision', 2)\ndf", "df"),
    ("print(pd.Series(x).round(2).tolist())", "x"),
    ("print({'a': round(s, 3), 'b': round(2*s, 1)})", "[s, 2*s]"),
    ("print([round(v, 2) for v in x])", "x"),
    ("print(list(map(lambda v: round(v, 2), x)))", "x"),
    ("print(tuple(round(v, 1) for v in x))", "x"),
    ("print(round(s, 2), round(s*3, 4))", "[s, s*3]"),
    ("m = round(s, 2)\nprint('half', m/2)", "[s/2]"),
    ("m = round(s, 2)\nprint('half', m*1.5 + 0.25)", "[s*1.5+0.25]"),
    ("m = round(s, 2)\nn = m + round(2*s, 2)\nprint(n)", "[3*s]"),
    ("t = 0\nfor v in x:\n    t += round(v, 2)\nprint(t)", "[x.sum()]"),
    ("print(sum(round(v, 2) for v in x))", "[x.sum()]"),
    ("print(sum([round(v, 2) for v in x])/6)", "[x.mean()]"),
    ("def g(v):\n    return round(v, 2)\nprint([g(v) for v in x])", "x"),
    ("def g(v):\n    return round(v, 2)\nprint(g(s)*3)", "[s*3]"),
    ("y = np.around(x, decimals=2)\nprint(y.reshape(2, 3))", "x"),
    ("y = x.round(2)\nprint(y @ y)", "[x @ x]"),
    ("y = x.round(2)\nprint(y.max(), y[0], y[1:3])", "[x.max(), x[0], x[1], x[2]]"),
    ("y = x.round(2)\nprint(np.exp(y/100))", "np.exp(x/100)"),
    ("y = x.round(1)\nprint(np.clip(y, 0, 1))", "np.clip(x, 0, 1)"),
    ("y = x.round(1)\nprint(np.where(y > 0, y, 0))", "np.where(x > 0, x, 0)"),
    ("y = x.round(1)\nprint(y / np.linalg.norm(y))", "x/np.linalg.norm(x)"),
    ("y = x.round(1)\nprint(np.concatenate([y, x]))", "np.concatenate([x, x])"),
    ("print(df.describe().round(1))", "df.describe()"),
    ("df.describe().round(1).T", "df.describe().T"),
    ("df.describe().loc[['mean','std']].round(2)", "df.describe().loc[['mean','std']]"),
    ("r = {}\nfor c in df:\n    r[c] = round(df[c].mean(), 2)\nprint(r)", "df.mean()"),
    ("r = {}\nfor c in df:\n    r[c] = round(df[c].mean(), 2)\npd.Series(r)", "df.mean()"),
    (
        "rows = []\nfor v in x:\n    rows.append({'v': round(v, 2), 'w': round(v, 4)})\npd.DataFrame(rows)",
        "pd.DataFrame({'v': x, 'w': x})",
    ),
    (
        "rows = []\nfor v in x:\n    rows.append({'v': round(v, 2), 'w': v/3})\npd.DataFrame(rows).mean()",
        "pd.DataFrame({'v': x, 'w': x/3}).mean()",
    ),
    (
        "rows = []\nfor v in x:\n    rows.append([round(v, 2), v/3])\npd.DataFrame(rows, columns=['v','w'])",
        "pd.DataFrame({'v': x, 'w': x/3})",
    ),
    (
        "rows = []\nfor v in x:\n    rows.append([int(v*100)/100, v/3])\npd.DataFrame(rows, columns=['v','w'])",
        "pd.DataFrame({'v': x, 'w': x/3})",
    ),
    ("d = df.copy()\nd['a'] = d['a'].round(1)\nd['s'] = d['a'] + d['b']\nprint(d['s'].sum())", "[(df.a+df.b).sum()]"),
    ("d = df.round(1)\nd['s'] = d['a'] + d['b']\nd", "df.assign(s=df.a+df.b)"),
    ("d = df.round(1)\nd['s'] = d.a * 2\nd", "df.assign(s=df.a*2)"),
    ("d = df.round(1)\nd.sum(axis=1)", "df.sum(axis=1)"),
    ("d = df.round(1)\nd.cumsum()", "df.cumsum()"),
    ("d = df.round(1)\nd.pct_change()", "df.pct_change()"),
    ("d = df.round(1)\nd.a.rolling(2).mean()", "df.a.rolling(2).mean()"),
    ("d = df.round(1)\nd.apply(np.mean)", "df.mean()"),
    ("d = df.round(1)\nd.apply(lambda c: c / c.sum())", "df.apply(lambda c: c/c.sum())"),
    ("d = df.round(1)\nd.melt()['value'].mean()", "[df.melt()['value'].mean()]"),
    ("d = df.round(1)\nd.to_numpy().mean()", "[df.to_numpy().mean()]"),
    ("d = df.round(1)\nd.values.sum()", "[df.values.sum()]"),
    ("d = df.round(1)\nnp.mean(d.values, axis=0)", "df.mean()"),
    ("d = df.round(1)\nd.quantile(0.3)", "df.quantile(0.3)"),
    ("d = df.round(1)\nd.var()", "df.var()"),
    ("d = df.round(1)\nd.eval('a / b')", "df.eval('a / b')"),
    ("d = df.round(1)\nd['r'] = d.eval('a / b')\nd", "df.assign(r=df.a/df.b)"),
    ("d = df.round(1)\nd.assign(r=lambda t: t.a / t.b)", "df.assign(r=df.a/df.b)"),
    ("d = df.round(1)\nd.assign(r=d.a * 3)", "df.assign(r=df.a*3)"),
    ("d = df.round(1)\nd * 100", "df*100"),
    ("d = df.round(1)\n(d - d.mean()) / d.std()", "(df - df.mean())/df.std()"),
    ("d = df.round(1)\nd.sub(d.mean())", "df - df.mean()"),
    ("d = df.round(1)\nd.mul(3)", "df*3"),
    ("d = df.round(1)\nd.T.mean()", "df.T.mean()"),
    ("d = df.round(1)\npd.concat([d, d]).mean()", "pd.concat([df, df]).mean()"),
    ("d = df.round(1)\nd.max() - d.min()", "df.max()-df.min()"),
    ('d = df.round(1)\nprint(f"range {d.a.max() - d.a.min()}")', "[df.a.max()-df.a.min()]"),
    ("a = df['a'].round(1)\nb = df['b'].round(1)\nprint((a*b).mean())", "[(df.a*df.b).mean()]"),
    ("a = df['a'].round(1).values\nprint(np.dot(a, a))", "[df.a @ df.a]"),
    ("import statistics\ny = [round(v, 1) for v in x]\nprint('sd', statistics.stdev(y))", "[x.std(ddof=1)]"),
    ("import math\ny = round(s, 1)\nprint(math.exp(y/100))", "[math.exp(s/100)]"),
    ("y = round(s, 1)\nprint(abs(y) ** 0.5)", "[abs(s)**0.5]"),
    ("y = round(s, 1)\nz = y\nw = z * 4\nprint('w is', w)", "[s*4]"),
    ("y = round(s, 1)\nprint('neg', -y)", "[-s]"),
    ("y = -round(s, 1)\nprint('neg', y + 1)", "[-s+1]"),
    ("y, z = round(s, 1), s/3\nprint('q', y*z)", "[s*s/3]"),
    ("def g(v):\n    a = round(v, 1)\n    return a * 3\nprint(g(s))", "[s*3]"),
    ("def g(v):\n    a = round(v, 1)\n    b = a / v\n    return b\nprint(g(s))", "[1.0]"),
    ("def g(v, n=1):\n    return round(v, n)\nprint(g(s))", "[s]"),
    ("def g(v, n=1):\n    return round(v, n)\nprint(g(s)*3)", "[s*3]"),
    ("n = 1\nprint(round(s, n))", "[s]"),
    ("n = 1\ny = np.round(x, n)\nprint(y.mean())", "[x.mean()]"),
    ("class G:\n    def run(self, v):\n        return round(v, 1)\nprint(G().run(s))", "[s]"),
    ("class G:\n    def run(self, v):\n        return round(v, 1)\nprint(G().run(s) * 3)", "[s*3]"),
    ("class G:\n    def run(self, v):\n        self.y = round(v, 1)\ng = G()\ng.run(s)\nprint(g.y)", "[s]"),
    ("class G:\n    def run(self, v):\n        self.y = round(v, 1)\ng = G()\ng.run(s)\nprint(g.y * 3)", "[s*3]"),
    ("y = np.array([round(v, 1) for v in x])\nprint(y * 2)", "x*2"),
    ("y = np.array([round(v, 1) for v in x])\nprint(y - y.mean())", "x - x.mean()"),
    ("y = np.array([float(f'{v:.1f}') for v in x])\nprint(y * 2)", "x*2"),
    ("y = np.array(['%.1f' % v for v in x], dtype=float)\nprint(y * 2)", "x*2"),
    ("y = np.array([float('%.2e' % v) for v in x])\nprint(y)", "x"),
    ("y = np.array([float('%.2e' % v) for v in x])\nprint(y * 2)", "x*2"),
    ("from decimal import Decimal\nprint(Decimal(str(s)).quantize(Decimal('0.01')))", "[s]"),
    ("from decimal import Decimal\nprint(round(Decimal(s), 2) * 3)", "[s*3]"),
    ("print(np.round(x, 2).tolist())", "x"),
    ("print(np.round(x, 2)[0])", "[x[0]]"),
    ("np.round(x, 2)[1] * 3", "[x[1]*3]"),
    ("print(np.format_float_positional(s, precision=2))", "[s]"),
    ("print(np.format_float_scientific(s, precision=2))", "[s]"),
    ("print(f'{s:.0f} units')", "[s]"),
    ("print(f'total: {s*1e3:,.0f}')", "[s*1e3]"),
    ("print('total: {:,}'.format(int(s*1e4)))", "[s*1e4]"),
    ("print('total: {:,.1f}'.format(s*1e4))", "[s*1e4]"),
    ("print('mean %d' % x.mean())", "[x.mean()]"),
    ("print('mean %i and %g' % (x.mean(), x.std()))", "[x.mean(), x.std()]"),
    ("print('mean', x.mean().astype(int))", "[x.mean()]"),
    ("print('mean', np.int64(x.mean()*100))", "[x.mean()*100]"),
    ("print((x*100).astype(int))", "x*100"),
    ("np.rint(x*100).astype(int)", "x*100"),
    ("np.round(x*100).astype('int')", "x*100"),
    ("(100*x).astype(int).tolist()", "100*x"),
    ("pd.Series(x*100).astype(int)", "x*100"),
    ("pd.Series(x*100).round().astype(int)", "x*100"),
    ("pd.Series(x*100).round(0).astype(int).tolist()", "x*100"),
    ("df['n'] = (df.a*100).astype(int)\ndf['n']", "df.a*100"),
    ("df['n'] = (df.a*100).round().astype(int)\ndf['n']", "df.a*100"),
    ("df['n'] = df.a.apply(lambda v: int(v*100))\ndf", "df.assign(n=df.a*100)"),
    ("print(np.floor(x).astype(int))", "x"),
    ("import math\nprint([math.floor(v) for v in x])", "x"),
    ("import math\nprint('at', math.ceil(s*10))", "[s*10]"),
    ("print('at', int(s*10 + 0.5))", "[s*10+0.5]"),
    ("print('q', s*1000 // 1)", "[s*1000]"),
    ("print('q', (s*1000) // 7)", "[s*1000/7]"),
    ("print('%.2f' % round(s, 1))", "[s]"),
    ("print('%.4f' % (round(s, 1)*3))", "[s*3]"),
    ("print(f'{round(s, 1)} and {round(s, 3)}')", "[s, s]"),
    ("print(str(round(s, 2)) + ' m')", "[s]"),
    ("print('v = ' + str(round(s, 2)))", "[s]"),
    ("print('v = ' + str(round(s, 2) * 3))", "[s*3]"),
    ("print('v = ' + str(int(s*100)/100))", "[s]"),
    ("print('a', *[round(v, 2) for v in x])", "x"),
    ("for v in [round(v, 2) for v in x]:\n    print('v', v*3)", "x*3"),
    ("y = x.round(2)\nfor v in y:\n    print('v', v)", "x"),
    ("y = np.round(x, 2)\ny *= 3\nprint(y)", "x*3"),
    ("y = np.round(x, 2)\ny += 1\nprint(y)", "x+1"),
    ("y = np.round(s, 2)\ny /= 7\nprint('y', y)", "[s/7]"),
    ("y = x.copy()\ny[0] = round(y[0], 1)\nprint(y)", "x"),
    (
        "pd.DataFrame({c: [round(df[c].mean(),1), round(df[c].std(),2)] for c in df})",
        "pd.DataFrame({c: [df[c].mean(), df[c].std()] for c in df})",
    ),
    ("round(round(s, 2), 1)", "[s]"),
    ("print(f'{round(s, 2):.1f}')", "[s]"),
    ("y = round(s, 2)\nprint(round(y, 1))", "[s]"),
    ("np.round(np.round(x, 2), 1)", "x"),
    ("df.round(2).round(1)", "df"),
    ("print([round(v, 1) for v in x.round(2)])", "x"),
    ("print(f'{np.mean(x.round(1)):.2f}')", "[x.mean()]"),
    ("print(f'{round(s*10, 1):.0f}')", "[s*10]"),
    ("print(f'{round(s, 2):.2g}')", "[s]"),
    ("print('%.1f' % float('%.2f' % s))", "[s]"),
    ("print(round(round(round(s, 3), 2), 1))", "[s]"),
    ("(df.round(2)*2).round(1)", "df*2"),
    ("d = 1\ny = round(s, 2)\nprint('y', round(y, d))", "[s]"),
    ("pd.Series(x).round(2).apply('{:.1f}'.format).astype(float)", "x"),
    ("print(np.array2string(np.round(x,2), precision=1))", "x"),
    ("np.set_printoptions(precision=1)\nprint(np.round(x,2))", "x"),
    ("pd.options.display.precision=1\nprint(df.round(2))", "df"),
    ("pd.DataFrame({'v': [round(s,1), round(s,2)]})", "[s,s]"),
    ("pd.DataFrame([['m', round(x.mean(),1)], ['sd', round(x.std(),3)]], columns=['n','v'])", "[x.mean(), x.std()]"),
    ("pd.DataFrame({'v': [round(s,1), s]})", "[s,s]"),
    ("print([round(x.mean(),1), round(x.std(),3)])", "[x.mean(), x.std()]"),
    ("print((round(x.mean(),1), round(x.std(),3)))", "[x.mean(), x.std()]"),
    ("n = 0\nprint(f'v = {s*10:.{n}f}')", "[s*10]"),
    ("def show(v, n=1):\n    print(f'v = {v:.{n}f}')\nshow(s*10, 0)", "[s*10]"),
    ("print(', '.join([str(round(v,1)*2) for v in x]))", "x*2"),
    ("print(*map(lambda v: round(v,1)*2, x))", "x*2"),
    ("a = [round(v,1) for v in x]\nb = [v*2 for v in a]\nprint(b)", "x*2"),
    ("a = [round(v,1) for v in x]\nprint([v*2 for v in a])", "x*2"),
    ("a = [round(v,1) for v in x]\nprint(list(map(lambda v: v*2, a)))", "x*2"),
    ("a = [round(v,1) for v in x]\nprint('rms', (sum(v**2 for v in a)/6)**0.5)", "[np.sqrt((x**2).mean())]"),
    ("a = [round(v,1) for v in x]\nprint('dot', sum([p*q for p,q in zip(a, x)]))", "[x @ x]"),
    ("y = []\nfor v in x:\n    y.append(round(v*10)/10)\nprint('mean', sum(y)/len(y))", "[x.mean()]"),
    ("t = 0\nfor v in x:\n    t += round(v*10)/10\nprint('t', t)", "[x.sum()]"),
    ("print((df.round(1)*3).to_string())", "df*3"),
    ("np.array2string(np.round(x,1)*3)", "x*3"),
    ("print(np.array2string(np.round(x,1)*3))", "x*3"),
    ("import json\nprint(json.dumps([round(v,1)*2 for v in x]))", "x*2"),
    ("import json\nprint(json.dumps({'h': round(s,1)/2}))", "[s/2]"),
    ("t = df.mean().round(1).reset_index()\nt.columns=['k','v']\nt['v']=t['v']*2\nt", "df.mean()*2"),
    ("rd = round\nprint('g', rd(s,1)*3)", "[s*3]"),
    ("r = lambda v: round(v,1)\nprint('g', r(s)*2)", "[s*2]"),
    ("r = lambda v: round(v,1)\nprint('g', r(s)+r(2*s))", "[3*s]"),
    ("r = lambda v: round(v,1)\ny = [r(v) for v in x]\nprint('sum', sum(y))", "[x.sum()]"),
    ("r = lambda v: int(v*100)/100\nprint(r(s))", "[s]"),
    ("a = b = round(s,1)\nprint('b', b*3)", "[s*3]"),
    ("try:\n    a = round(s,1)\nexcept Exception:\n    a = 0\nprint('a', a*3)", "[s*3]"),
    ("a = round(s,1) if s > -1e9 else 0\nprint('a', a*3)", "[s*3]"),
    ("a = round(s,1) if s > 0 else round(s, 2)\nprint('a', a*3)", "[s*3]"),
    ("bal = 1000.0\nfor i in range(20):\n    bal = round(bal*(1+0.013),1)\nprint('bal', bal)", "[1000*1.013**20]"),
    (
        "class A:\n    total = 0\n    def add(self, v):\n        self.total += round(v,1)\na = A()\n"
        "for v in x:\n    a.add(v)\nprint('tot', a.total)",
        "[x.sum()]",
    ),
    ("d = dict(m=round(s,1))\nprint('q', d['m']/7)", "[s/7]"),
    ("d = {'m': round(s,1)}\nprint('q', d['m']/7)", "[s/7]"),
    ("df.apply(np.round, decimals=1)", "df"),
    ("df.pipe(lambda d: d.round(1)).sum()", "df.sum()"),
    ("d = df.assign(c=lambda t: t.a.round(1)).assign(e=lambda t: t.c*4)\nd", "df.assign(c=df.a, e=df.a*4)"),
    ("d = df.copy()\nd['a'] = pd.to_numeric(d.a.map('{:.1f}'.format))\nprint('m', d.a.mean())", "[df.a.mean()]"),
    ("d = df.a.apply('{:.1f}'.format).astype('float64')\nprint('m', d.mean())", "[df.a.mean()]"),
    ("y=[f'{v:.1f}' for v in x]\nz=[float(t) for t in y]\nprint('sum', sum(z))", "[x.sum()]"),
    ("t=f'{s:.1f}'\nprint('t', float(t)*2)", "[s*2]"),
    ("def sig(v,n):\n    return float(f'{v:.{n}g}')\nprint('v', sig(s,2)*3)", "[s*3]"),
    ("def sig(v,n):\n    return float(f'{v:.{n}g}')\nprint('v', sig(s*1e4,2))", "[s*1e4]"),
    ("r = lambda v: float('%.2g'%v)\nprint([r(v) for v in x])", "x"),
    (
        "from math import floor, log10\ndef sg(v, n=2):\n"
        "    return round(v, n-int(floor(log10(abs(v))))-1)\nprint('v', sg(s*1e3))",
        "[s*1e3]",
    ),
    ("from math import floor, log10\nprint('v', round(s*1e3, 2-int(floor(log10(abs(s*1e3))))-1))", "[s*1e3]"),
    (
        "coef = np.polyfit([0,1,2,3,4,5], x, 1)\nprint('at', np.poly1d(coef.round(1))(10))",
        "[np.poly1d(np.polyfit([0,1,2,3,4,5], x, 1))(10)]",
    ),
    (
        "q1=round(np.percentile(x,25),1)\nq3=round(np.percentile(x,75),1)\niqr=q3-q1\nprint('upper', q3+1.5*iqr)",
        "[np.percentile(x,75)+1.5*(np.percentile(x,75)-np.percentile(x,25))]",
    ),
    ("y=s//1\nprint('twice', y*2)", "[s*2]"),
    ("y=int(s*10)/10\nprint('twice', y*2)", "[s*2]"),
    (
        "m = df.groupby([0,0,1]).agg(m=('a','mean')).round(1)\nm['z'] = m['m']*3\nm",
        "(lambda m: m.assign(z=m['m']*3))(df.groupby([0,0,1]).agg(m=('a','mean')))",
    ),
    ("print('hi', (round(x.max(),1)-round(x.min(),1))/5)", "[(x.max()-x.min())/5]"),
    *(
        (f"y = df * {SIZES}\npd.options.display.float_format = {function}\n{shown}", f"df*{SIZES}")
        for function in FUNCTIONS
        for shown in ("y", "print(y)")
    ),
    *((f"y = df * {SIZES}\nprint(y.to_string(float_format={one}))", f"df*{SIZES}") for one in FUNCTIONS),
    ("print((df*1e4).to_string(float_format='%.5g'))", "df*1e4"),
    ("pd.set_option('display.float_format', '{:.0f}'.format)\ndf*100", "df*100"),
    ("pd.set_option('display.precision', 0)\ndf*100", "df*100"),
    ("with pd.option_context('display.precision', 0):\n    print(df*1000)", "df*1000"),
    ("pd.options.display.precision = 0\ndf.a*100", "df.a*100"),
    (f"y = {NEAR_WHOLE}\nprint(y.to_string(float_format='%.1f'))", NEAR_WHOLE),
    (f"y = {NEAR_WHOLE}\nprint(y.to_string(float_format='{{:.5f}}'.format))", NEAR_WHOLE),
    (f"y = {NEAR_WHOLE}\nprint(y.to_string(formatters={{'a': '{{:.1f}}'.format}}))", NEAR_WHOLE),
    (f"y = {NEAR_WHOLE}\ny.apply(lambda c: c.map('{{:.1f}}'.format))", NEAR_WHOLE),
    (f"y = {NEAR_WHOLE}\ndef g(v):\n    return f'{{v:.1f}}'\ny.apply(lambda c: c.map(g))", NEAR_WHOLE),
    (f"y = {NEAR_WHOLE}\ny['a'] = y.a.map('{{:.2f}}'.format)\nprint(y)", NEAR_WHOLE),
    (f"y = {NEAR_WHOLE}\ny['a'] = ['%.1f' % v for v in y.a]\ny", NEAR_WHOLE),
    ("print((df*1e5).to_json(orient='values'))", "(df*1e5).to_numpy()"),
]


def _numbers(seed: int) -> dict[str, Any]:
    """The names that a cell may use; the numbers have a size of 0.1 to 100, as the seed says."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=6) * 10.0 ** (seed % 4 - 1)
    return {
        "np": np,
        "pd": pd,
        "math": math,
        "x": x,
        "s": float(x[0]),
        "df": pd.DataFrame({"a": x[:3], "b": x[3:]}),
    }


def _run(source: str, names: dict[str, Any]) -> str | Output:
    """What a cell prints, or the value of its last line."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) and not ast.unparse(body[-1]).startswith("print(") else None
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        value = None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    if value is None:
        return stream.getvalue()
    return result(repr(value), value._repr_html_() if hasattr(value, "_repr_html_") else "")


def _flat(value: Any) -> list[float]:
    numbers = value.to_numpy().T if isinstance(value, pd.DataFrame) else value
    return [float(one) for one in np.ravel(np.asarray(numbers, dtype=float))]


@pytest.fixture
def _default_options():
    with np.printoptions(), pd.option_context("display.float_format", None, "display.precision", 6):
        yield


@pytest.mark.usefixtures("_default_options")
@pytest.mark.parametrize(("source", "unrounded"), CELLS, ids=[source for source, _ in CELLS])
def test_an_interval_holds_the_number_before_all_rounding_on_the_way(read, source: str, unrounded: str):
    for seed in SEEDS:
        shown = _run(source, _numbers(seed))
        truth = _flat(eval(unrounded, _numbers(seed)))
        found = read((SETUP, ""), (source, shown))
        values = [golden.format.value(text) for golden in goldens(printed(found)) for text in golden.tokens]
        assert len(values) == len(truth) or (found.left_out and len(values) < len(truth))
        if len(values) == len(truth):
            assert [
                (value, number)
                for value, number in zip(values, truth, strict=True)
                if isinstance(value, PrintedValue) and not value.low <= number <= value.high
            ] == []
